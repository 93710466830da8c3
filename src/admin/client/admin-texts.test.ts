/** Texts, reasons and addresses that the admin's screens compose. */
import { expect, test } from "vitest";
import type { AuditAction, AuditEntry } from "#moderation/cases-contract.ts";
import { adminPath, readAdminAddress } from "./admin-address.ts";
import { sentenceOf } from "./log-page.tsx";

test("the address of a list leads back to its page and search", () => {
  const address = { page: 2, search: "100% & mais" };
  const url = new URL(adminPath("/admin/users", address), "http://x");
  expect([url.pathname, readAdminAddress(url.searchParams)]).toEqual(["/admin/users", address]);
  expect(adminPath("/admin", { page: 1, search: "" })).toBe("/admin");
  expect(readAdminAddress(new URLSearchParams())).toEqual({ page: 1, search: "" });
});

test.each<[AuditAction, number, string, number?]>([
  ["prompt_kept", 0, "manteve o prompt “Beto” (ID 7)", 7],
  ["prompt_hidden", 0, "ocultou o prompt “Beto” (ID 7)", 7],
  ["prompt_removed", 0, "removeu o prompt “Beto” (ID 7)", 7],
  ["prompt_restored", 0, "desfez uma decisão sobre o prompt “Beto” (ID 7)", 7],
  ["user_kept", 0, "manteve a conta de Beto"],
  ["user_warned", 0, "advertiu Beto"],
  ["user_paused", 0, "pausou as denúncias de Beto"],
  ["user_warned", 0, "advertiu Beto pelo prompt de ID 7", 7],
  ["user_blocked", 0, "bloqueou Beto"],
  ["user_blocked", 0, "bloqueou Beto pelo prompt de ID 7", 7],
  ["user_unblocked", 0, "desbloqueou Beto"],
  ["user_emptied", 1, "bloqueou Beto e removeu 1 prompt"],
  ["user_removed", 2, "removeu a conta de Beto com 2 prompts"],
  ["user_removed", 0, "removeu a conta de Beto"],
  ["user_restored", 0, "desfez uma decisão sobre a conta de Beto"],
  ["records_exported", 0, "exportou para uma autoridade os registros de Beto"],
  ["moderator_named", 0, "nomeou Beto para a moderação"],
  ["passkeys_reset", 0, "pediu a remoção das chaves de acesso de Beto"],
  ["moderator_dismissed", 0, "removeu Beto da moderação"],
  ["tag_renamed", 0, "renomeou a tag “Beto” para “Betos”"],
  ["tag_merged", 2, "uniu a tag “Beto” à tag “Betos”, com 2 prompts"],
  ["tag_alias_deleted", 0, "liberou o nome “Beto” da tag “Betos”"],
])("the log says %s, %i prompts gone, as a sentence", (action, prompts_removed, sentence, prompt) => {
  const entry = {
    action,
    prompts_removed,
    target_label: "Beto",
    new_label: "Betos",
    target_prompt_id: prompt ?? null,
  } as AuditEntry;
  const { done, target, rest } = sentenceOf(entry);
  expect([done, target, rest].filter(Boolean).join(" ")).toBe(sentence);
});
