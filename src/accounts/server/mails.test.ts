import { describe, expect, it } from "vitest";
import { confirmationMail, recoveryMail } from "./mails.ts";

describe.each([confirmationMail, recoveryMail])("%o", (compose) => {
  const mail = compose("https://prompteca.exemplo", `<img src=x onerror="alert('1')">&`, "um_token-43");

  it("shows a username as text, whatever is in it", () => {
    expect(mail.html).not.toContain("<img");
    expect(mail.html).toContain("&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;");
    expect(mail.subject).not.toContain("<");
  });

  it("carries one link, to the site, in both parts", () => {
    const link =
      /https:\/\/prompteca\.exemplo\/(?:verify-email\?token_hash=um_token-43&type=email|reset-password\?token_hash=um_token-43&type=recovery)/;
    expect(mail.text).toMatch(link);
    const addresses = [...mail.html.matchAll(/(?:href|src|action)="([^"]+)"/g)].map(([, address]) => address);
    expect(addresses.length).toBeGreaterThan(0);
    for (const address of addresses) expect(address).toMatch(/^https:\/\/prompteca\.exemplo/);
  });
});
