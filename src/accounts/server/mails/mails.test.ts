import { describe, expect, test } from "vitest";
import { confirmationMail, recoveryMail } from "./mails.ts";
import { noticeMail } from "./notice-mails.ts";

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

test("a mail that another room has written shows names and words as text, and leads only to the site", () => {
  const { html, text } = noticeMail(SITE, "oi@prompteca.exemplo", HOSTILE, {
    kind: "written",
    subject: "Seu prompt foi removido da Prompteca",
    preview: HOSTILE,
    before: [`O seu prompt “${HOSTILE}” foi removido do site.`, `Motivo: ${HOSTILE}`],
    button: "Ver o aviso",
    path: "/avisos",
    after: [HOSTILE],
  });
  expect(html).not.toContain("<img");
  expect(html).toContain("&lt;img");
  expect(text).toContain(`Motivo: ${HOSTILE}`);
  expectOwnLinks(html);
});

test("the mail of a user's own deletion says what has gone, and whom to ask", () => {
  const textOf = (prompts: number, contact?: string) =>
    noticeMail(SITE, contact, "Ana", { kind: "left", prompts }).text;
  const text = textOf(1234, "oi@prompteca.exemplo");
  expect(text).toContain("1.234 prompts com");
  expect(text).toContain("Se não foi você quem pediu, escreva para oi@prompteca.exemplo");
  expect(textOf(1)).toContain("1 prompt com");
  expect(textOf(1)).not.toContain("escreva para");
});

test.each([
  [
    "password-changed",
    "Sua senha na Prompteca foi alterada",
    "Não foi você? Crie outra senha agora.",
    `${SITE}/forgot-password`,
  ],
  [
    "new-device",
    "Novo acesso à sua conta na Prompteca",
    "Não foi você? Encerre essa sessão nas configurações e altere a senha.",
    `${SITE}/settings`,
  ],
  [
    "passkey-made",
    "Nova chave de acesso na sua conta da Prompteca",
    "Não foi você? Remova a chave nas configurações e altere a senha.",
    `${SITE}/settings#chaves-de-acesso`,
  ],
  [
    "passkey-removed",
    "Uma chave de acesso da sua conta na Prompteca foi removida",
    "Não foi você? Encerre as sessões que não reconhece, nas configurações, e altere a senha.",
    `${SITE}/settings#chaves-de-acesso`,
  ],
  [
    "passkey-copied",
    "Uma chave de acesso da sua conta na Prompteca pode ter sido copiada",
    "Não foi você? Remova a chave nas configurações e crie outra.",
    `${SITE}/settings#chaves-de-acesso`,
  ],
  [
    "passkey-used",
    "Novo acesso à sua conta na Prompteca",
    "Não foi você? Encerre essa sessão nas configurações e remova a chave.",
    `${SITE}/settings#chaves-de-acesso`,
  ],
] as const)(
  "the mail of %s says when, where and what to do, and no link of it does anything",
  (kind, subject, advice, link) => {
    const mail = noticeMail(SITE, "oi@prompteca.exemplo", "Ana", {
      kind,
      at: "2026-11-23T01:04:00.000Z",
      device: HOSTILE,
    });
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain("Quando: 22 de novembro de 2026 às 22:04 (horário de Brasília)");
    expect(mail.text).toContain(`Aparelho: ${HOSTILE}`);
    expect(mail.html).not.toContain("<img");
    expect(mail.text).toContain(advice);
    const links = [...mail.html.matchAll(/href="([^"]+)"/g)].map(([, address]) => address);
    expect(new Set(links)).toEqual(new Set([link, SITE]));
  },
);
