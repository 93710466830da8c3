import { describe, expect, it } from "vitest";
import { confirmationMail, recoveryMail } from "./mails.ts";

const SITE = "https://prompteca.exemplo";
const recovery = recoveryMail(SITE, `<img src=x onerror="alert('1')">&`, "um_token-43");

it("the recovery mail shows a username as text, whatever is in it", () => {
  expect(recovery.html).not.toContain("<img");
  expect(recovery.html).toContain("&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;");
  expect(recovery.subject).not.toContain("<");
});

describe.each([confirmationMail(SITE, "um_token-43"), recovery])("$subject", (mail) => {
  it("carries one link, to the site, in both parts", () => {
    const link =
      /https:\/\/prompteca\.exemplo\/(?:verify-email\?token_hash=um_token-43&type=email|reset-password\?token_hash=um_token-43&type=recovery)/;
    expect(mail.text).toMatch(link);
    const addresses = [...mail.html.matchAll(/(?:href|src|action)="([^"]+)"/g)].map(([, address]) => address);
    expect(addresses.length).toBeGreaterThan(0);
    for (const address of addresses) expect(address).toMatch(/^https:\/\/prompteca\.exemplo/);
  });
});
