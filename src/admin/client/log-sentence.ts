/** A log entry as a sentence that continues the admin's name. */
import type { AuditEntry } from "#admin/contract.ts";
import { counted } from "./counted.ts";

const prompts = (count: number) => counted(count, "prompt", "prompts");

/** @returns the action and its object, without a full stop */
export function logSentence({ action, target_label, target_prompt_id, prompts_removed }: AuditEntry): {
  done: string;
  target: string;
  rest: string;
} {
  switch (action) {
    case "prompt_removed":
      return { done: "removeu o prompt", target: `“${target_label}”`, rest: `(ID ${target_prompt_id})` };
    case "user_blocked":
      return { done: "bloqueou", target: target_label, rest: "" };
    case "user_unblocked":
      return { done: "desbloqueou", target: target_label, rest: "" };
    case "user_emptied":
      return {
        done: "bloqueou",
        target: target_label,
        rest: `e removeu tudo: ${prompts(prompts_removed)}, curtidas e favoritos`,
      };
    case "user_deleted":
      return {
        done: "excluiu a conta de",
        target: target_label,
        rest: prompts_removed > 0 ? `com ${prompts(prompts_removed)}` : "",
      };
  }
}
