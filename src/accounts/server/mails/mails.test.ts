import { describe, expect, test } from "vitest";
import { confirmationMail, recoveryMail } from "./mails.ts";
import { type Decision, noticeMail } from "./notice-mails.ts";

const SITE = "https://prompteca.exemplo";
const signup = { at: new Date("2026-11-22T18:38:00Z"), others: 0 };
const HOSTILE = `<img src=x onerror="alert('1')">`;
const recovery = recoveryMail(SITE, `${HOSTILE}&`, "um_token-43");

/** Expects that a mail leads only to the site. */
function expectOwnLinks(html: string) {
  const addresses = [...html.matchAll(/(?:href|src|action)="([^"]+)"/g)].map(([, address]) => address);
  expect(addresses.length).toBeGreaterThan(0);
  for (const address of addresses) expect(address).toMatch(/^https:\/\/prompteca\.exemplo/);
}

test("the recovery mail shows a username as text, whatever is in it", () => {
  expect(recovery.html).not.toContain("<img");
  expect(recovery.html).toContain("&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;");
  expect(recovery.subject).not.toContain("<");
});

test.each([
  { mail: confirmationMail(SITE, "um_token-43", signup), page: "verify-email", type: "email" },
  { mail: recovery, page: "reset-password", type: "recovery" },
])("$mail.subject carries one link, to the site, in both parts", ({ mail, page, type }) => {
  const link = `${page}?token_hash=um_token-43&type=${type}`;
  expect(mail.text).toContain(`${SITE}/${link}`);
  expect(mail.html).toContain(`href="${SITE}/${link.replace("&", "&amp;")}"`);
  expectOwnLinks(mail.html);
});

describe("the confirmation mail", () => {
  const write = (others: number) => confirmationMail(SITE, "um_token-43", { ...signup, others }).text;

  test("says when its sign-up was made, and how many others wait for the address", () => {
    expect(write(0)).toContain("22 de novembro de 2026 às 15:38, no horário de Brasília");
    expect(write(0)).not.toContain("aguardando confirmação");
    expect(write(1)).toContain("Há outro cadastro com este e-mail aguardando confirmação.");
    expect(write(3)).toContain("Há outros 3 cadastros com este e-mail aguardando confirmação.");
    expect(write(1)).toContain("confirme só o que você fez");
  });
});

const notices: Decision[] = [
  { kind: "prompt-removed", title: HOSTILE, isBlocked: false, reason: HOSTILE },
  { kind: "blocked", reason: HOSTILE },
  { kind: "emptied", prompts: 1234, reason: HOSTILE },
  { kind: "unblocked", reason: null },
  { kind: "deleted", prompts: 1, reason: HOSTILE },
];

describe.each(notices)("the mail of $kind", (notice) => {
  const mail = noticeMail(SITE, "oi@prompteca.exemplo", HOSTILE, notice);

  test("shows names, titles and reasons as text, and leads only to the site", () => {
    expect(mail.html).not.toContain("<img");
    expect(mail.html).toContain("&lt;img");
    expectOwnLinks(mail.html);
  });

  test("says why, or that no reason was given, and whom to ask", () => {
    const asked = notice.kind !== "unblocked";
    expect(mail.text.includes(`Motivo: ${HOSTILE}`)).toBe(asked);
    expect(mail.text.includes("escreva para oi@prompteca.exemplo")).toBe(asked);
    expect(mail.text).not.toMatch(/não informou|Para saber/);
    const { text } = noticeMail(SITE, "oi@prompteca.exemplo", "Ana", { ...notice, reason: null });
    expect(text).not.toContain("Motivo:");
    expect(text.includes("A administração não informou o motivo.")).toBe(asked);
    expect(text.includes("Para saber o motivo, ou se você acha que foi um engano, escreva para oi@")).toBe(
      asked,
    );
    expect(noticeMail(SITE, undefined, "Ana", notice).text).not.toContain("escreva para");
  });
});

const textOf = (notice: Decision, contact?: string) => noticeMail(SITE, contact, "Ana", notice).text;

test("the mail of a removed prompt calls the account active only where it is", () => {
  const removed = { kind: "prompt-removed", title: "Mar", reason: null } as const;
  expect(textOf({ ...removed, isBlocked: false })).toContain("Sua conta continua ativa.");
  expect(textOf({ ...removed, isBlocked: true })).not.toContain("ativa");
});

test("the mail of a user's own deletion mentions no missing reason", () => {
  const text = textOf({ kind: "left", prompts: 2, reason: null }, "oi@prompteca.exemplo");
  expect(text).toContain("Se não foi você quem pediu, escreva para oi@prompteca.exemplo");
  expect(text).not.toContain("o motivo");
});

test("counts are in the singular and in the plural", () => {
  expect(textOf({ kind: "deleted", prompts: 1, reason: null })).toContain("1 prompt com");
  expect(textOf({ kind: "emptied", prompts: 1234, reason: null })).toContain("1.234 prompts com");
});

test.each([
  ["password-changed", "Sua senha na Prompteca foi alterada", `${SITE}/forgot-password`],
  ["new-device", "Novo acesso à sua conta na Prompteca", `${SITE}/settings`],
] as const)(
  "the mail of %s says when, where and what to do, and no link of it does anything",
  (kind, subject, link) => {
    const mail = noticeMail(SITE, "oi@prompteca.exemplo", "Ana", {
      kind,
      at: "2026-11-23T01:04:00.000Z",
      device: HOSTILE,
    });
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain("Quando: 22 de novembro de 2026 às 22:04 (horário de Brasília)");
    expect(mail.text).toContain(`Dispositivo: ${HOSTILE}`);
    expect(mail.html).not.toContain("<img");
    expect(mail.text).toContain("Não foi?");
    const links = [...mail.html.matchAll(/href="([^"]+)"/g)].map(([, address]) => address);
    expect(new Set(links)).toEqual(new Set([link, SITE]));
  },
);
