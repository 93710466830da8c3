/** Texts, reasons and addresses that the admin's screens compose. */
import { describe, expect, test } from "vitest";
import { type AuditAction, type AuditEntry, REASON_LENGTH } from "#admin/contract.ts";
import { adminPath, readAdminAddress } from "./admin-address.ts";
import { sentenceOf } from "./log-page.tsx";
import { DETAILS_LENGTH, REASONS, readReason } from "./reason-fields.tsx";

describe("a reason", () => {
  const formOf = (entries: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(entries)) form.set(name, value);
    return form;
  };

  test("is the chosen one, with the details, if any", () => {
    expect(readReason(formOf({ reason: REASONS[2], details: "" }))).toBe("Spam ou propaganda");
    expect(readReason(formOf({ reason: REASONS[5], details: "  Pedido por carta.\n" }))).toBe(
      "Outro motivo: Pedido por carta.",
    );
  });

  test("is never longer than the API accepts", () => {
    for (const reason of REASONS) {
      expect(readReason(formOf({ reason, details: "a".repeat(DETAILS_LENGTH) })).length).toBeLessThanOrEqual(
        REASON_LENGTH,
      );
    }
  });
});

test("the address of a list leads back to its page and search", () => {
  const address = { page: 2, search: "100% & mais" };
  const url = new URL(adminPath("/admin/users", address), "http://x");
  expect([url.pathname, readAdminAddress(url.searchParams)]).toEqual(["/admin/users", address]);
  expect(adminPath("/admin", { page: 1, search: "" })).toBe("/admin");
  expect(readAdminAddress(new URLSearchParams())).toEqual({ page: 1, search: "" });
});

test.each<[AuditAction, number, string]>([
  ["prompt_removed", 1, "removeu o prompt “Beto” (ID 7)"],
  ["user_blocked", 0, "bloqueou Beto"],
  ["user_unblocked", 0, "desbloqueou Beto"],
  ["user_emptied", 1, "bloqueou Beto e removeu tudo: 1 prompt, curtidas e favoritos"],
  ["user_deleted", 2, "excluiu a conta de Beto com 2 prompts"],
  ["user_deleted", 0, "excluiu a conta de Beto"],
])("the log says %s, %i prompts gone, as a sentence", (action, prompts_removed, sentence) => {
  const entry = {
    action,
    prompts_removed,
    target_label: "Beto",
    target_prompt_id: 7,
  } as AuditEntry;
  const { done, target, rest } = sentenceOf(entry);
  expect([done, target, rest].filter(Boolean).join(" ")).toBe(sentence);
});
