import { describe, expect, test } from "vitest";
import { type Decision, noticeMail } from "./notice-mails.ts";

const SITE = "https://prompteca.exemplo";
const HOSTILE = `<img src=x onerror="alert('1')">`;
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
    const addresses = [...mail.html.matchAll(/(?:href|src|action)="([^"]+)"/g)].map(([, address]) => address);
    expect(addresses.length).toBeGreaterThan(0);
    for (const address of addresses) expect(address).toMatch(/^https:\/\/prompteca\.exemplo/);
  });

  test("says why, and whom to ask where there is somebody", () => {
    const answerable = notice.kind !== "unblocked";
    expect(mail.text.includes(`Motivo: ${HOSTILE}`)).toBe(answerable);
    expect(mail.text.includes("escreva para oi@prompteca.exemplo")).toBe(answerable);
    const alone = noticeMail(SITE, undefined, "Ana", { ...notice, reason: null });
    expect(alone.text).not.toContain("Motivo");
    expect(alone.text).not.toContain("escreva para");
  });

  test("without a reason says that none was given, and whom to ask for it", () => {
    const asked = notice.kind !== "unblocked";
    const { text } = noticeMail(SITE, "oi@prompteca.exemplo", "Ana", { ...notice, reason: null });
    expect(text.includes("A administração não informou o motivo.")).toBe(asked);
    expect(text.includes("Para saber o motivo, ou se você acha que foi um engano, escreva para oi@")).toBe(
      asked,
    );
    expect(mail.text).not.toMatch(/não informou|Para saber/);
  });
});

test("the mail of a removed prompt calls the account active only where it is", () => {
  const text = (isBlocked: boolean) =>
    noticeMail(SITE, undefined, "Ana", { kind: "prompt-removed", title: "Mar", isBlocked, reason: null })
      .text;
  expect(text(false)).toContain("Sua conta continua ativa.");
  expect(text(true)).not.toContain("ativa");
});

test("who left by themselves is not told of a missing reason", () => {
  const { text } = noticeMail(SITE, "oi@prompteca.exemplo", "Ana", {
    kind: "left",
    prompts: 2,
    reason: null,
  });
  expect(text).toContain("Se não foi você quem pediu, escreva para oi@prompteca.exemplo");
  expect(text).not.toContain("o motivo");
});

test("counts are in the singular and in the plural", () => {
  const text = (notice: Decision) => noticeMail(SITE, undefined, "Ana", notice).text;
  expect(text({ kind: "deleted", prompts: 1, reason: null })).toContain("1 prompt com");
  expect(text({ kind: "emptied", prompts: 1234, reason: null })).toContain("1.234 prompts com");
});

test.each([
  ["password-changed", "Sua senha na Prompteca foi trocada", `${SITE}/forgot-password`],
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
