import { describe, expect, test } from "vitest";
import { confirmationMail, recoveryMail } from "./mails.ts";

const SITE = "https://prompteca.exemplo";
const signup = { at: new Date("2026-11-22T18:38:00Z"), others: 0 };
const recovery = recoveryMail(SITE, `<img src=x onerror="alert('1')">&`, "um_token-43");

test("the recovery mail shows a username as text, whatever is in it", () => {
  expect(recovery.html).not.toContain("<img");
  expect(recovery.html).toContain("&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;");
  expect(recovery.subject).not.toContain("<");
});

describe.each([confirmationMail(SITE, "um_token-43", signup), recovery])("$subject", (mail) => {
  test("carries one link, to the site, in both parts", () => {
    const link =
      /https:\/\/prompteca\.exemplo\/(?:verify-email\?token_hash=um_token-43&type=email|reset-password\?token_hash=um_token-43&type=recovery)/;
    expect(mail.text).toMatch(link);
    const addresses = [...mail.html.matchAll(/(?:href|src|action)="([^"]+)"/g)].map(([, address]) => address);
    expect(addresses.length).toBeGreaterThan(0);
    for (const address of addresses) expect(address).toMatch(/^https:\/\/prompteca\.exemplo/);
  });
});

describe("the confirmation mail", () => {
  const write = (others: number) => confirmationMail(SITE, "um_token-43", { ...signup, others }).text;

  test("says when its sign-up was made, and that others wait for the address, in numbers", () => {
    expect(write(0)).toContain("22 de novembro de 2026 às 15:38, no horário de Brasília");
    expect(write(0)).not.toContain("esperando confirmação");
    expect(write(1)).toContain("Há outro cadastro com este email esperando confirmação.");
    expect(write(3)).toContain("Há outros 3 cadastros com este email esperando confirmação.");
    expect(write(1)).toContain("confirme só o que você fez");
  });
});
