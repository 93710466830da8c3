/** `/admin/audit-log`: every decision, of admin and moderators, with time, object and reason. */

import { messages } from "#admin/messages.ts";
import { isolated } from "#language/isolated.ts";
import type { AuditEntry, AuditLog } from "#moderation/cases-contract.ts";
import { LOG_PATH } from "#moderation/client/public.queries.ts";
import { TextLink } from "#ui/button-link.tsx";
import { formatDateTime } from "#ui/dates.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { countOf } from "#ui/numbers.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { adminPath } from "./admin-address.ts";
import { ListPage, ListSkeleton } from "./list-page.tsx";

export function AdminLogPage() {
  return (
    <ListPage<AuditLog>
      title="Registro"
      intro={
        <>
          Todas as decisões da administração e da moderação, e quem modera. O registro não pode ser alterado.
          O que todo mundo vê dele está em <TextLink href={LOG_PATH}>Moderação</TextLink>.
        </>
      }
      path="/admin/audit-log"
      api="/api/admin/audit-log"
      failed={messages.logFailed}
      skeleton={
        <ListSkeleton label="Carregando registro…" count={6} className="grid gap-4">
          <Skeleton className="h-16 w-full" />
        </ListSkeleton>
      }
      empty={() => <EmptyState seed="registro" title="Ainda não houve decisões." />}
      counted={({ totalCount }) => countOf(totalCount, "registro", "registros")}
    >
      {({ entries }) => (
        <ol className="border-t border-line">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
    </ListPage>
  );
}

/** An entry as a sentence after the name of who acted: what was done before the object, and what follows it. */
export function sentenceOf(entry: AuditEntry): { done: string; target: string; rest?: string } {
  const { action, target_label: label, new_label, target_prompt_id, prompts_removed } = entry;
  const prompts = countOf(prompts_removed, "prompt", "prompts");
  const named = `“${isolated(label)}”`;
  const other = `“${isolated(new_label ?? "")}”`;
  const prompt = { target: named, rest: `(ID ${target_prompt_id})` };
  const result = { target: label, rest: "sobre um prompt" };
  const about = target_prompt_id === null ? "" : `pelo prompt de ID ${target_prompt_id}`;
  switch (action) {
    case "prompt_kept":
      return { done: "manteve o prompt", ...prompt };
    case "prompt_hidden":
      return { done: "ocultou o prompt", ...prompt };
    case "prompt_removed":
      return { done: "removeu o prompt", ...prompt };
    case "prompt_restored":
      return { done: "desfez uma decisão sobre o prompt", ...prompt };
    case "user_kept":
      return { done: "manteve a conta de", target: label };
    case "user_warned":
      return { done: "advertiu", target: label, rest: about };
    case "user_paused":
      return { done: "pausou as denúncias de", target: label };
    case "user_blocked":
      return { done: "bloqueou", target: label, rest: about };
    case "user_unblocked":
      return { done: "desbloqueou", target: label, rest: about };
    case "user_emptied":
      return { done: "bloqueou", target: label, rest: `e removeu ${prompts}` };
    case "user_removed":
      return { done: "removeu a conta de", target: label, rest: prompts_removed > 0 ? `com ${prompts}` : "" };
    case "user_restored":
      return { done: "desfez uma decisão sobre a conta de", target: label };
    case "moderator_named":
      return { done: "nomeou", target: label, rest: "para a moderação" };
    case "moderator_dismissed":
      return { done: "removeu", target: label, rest: "da moderação" };
    case "passkeys_reset":
      return { done: "pediu a remoção das chaves de acesso de", target: label };
    case "result_kept":
      return { done: "manteve uma resposta de", ...result };
    case "result_hidden":
      return { done: "ocultou uma resposta de", ...result };
    case "result_removed":
      return { done: "removeu uma resposta de", ...result };
    case "result_restored":
      return { done: "desfez uma decisão sobre uma resposta de", ...result };
    case "collection_kept":
      return { done: "manteve a coleção", target: named };
    case "collection_hidden":
      return { done: "ocultou a coleção", target: named };
    case "collection_removed":
      return { done: "removeu a coleção", target: named };
    case "collection_restored":
      return { done: "desfez uma decisão sobre a coleção", target: named };
    case "tag_renamed":
      return { done: "renomeou a tag", target: named, rest: `para ${other}` };
    case "tag_merged":
      return { done: "uniu a tag", target: named, rest: `à tag ${other}, com ${prompts}` };
    case "tag_alias_deleted":
      return { done: "liberou o nome", target: named, rest: `da tag ${other}` };
    case "records_exported":
      return { done: "exportou para uma autoridade os registros de", target: label };
  }
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { created_at, admin_username, action, target_user_id, reason } = entry;
  const { done, target, rest } = sentenceOf(entry);
  return (
    <li className="grid gap-x-6 gap-y-1 border-b border-line py-4 md:grid-cols-[15rem_1fr]">
      <time dateTime={created_at} className="text-sm text-muted">
        {formatDateTime(created_at)}
      </time>
      <div className="min-w-0 wrap-anywhere">
        <p>
          {admin_username} {done} <strong>{target}</strong>
          {rest && ` ${rest}`}.
        </p>
        {reason && (
          <p className="mt-1 text-sm text-muted">
            <span className="font-semibold">{action === "records_exported" ? "Ordem:" : "Motivo:"}</span>{" "}
            {reason}
          </p>
        )}
        {target_user_id && (
          <TextLink
            href={adminPath("/admin/users", { page: 1, search: target_user_id })}
            className="mt-1 inline-flex min-h-8 items-center text-sm"
          >
            {action.startsWith("prompt_") ? "Ver a conta de quem publicou" : "Ver a conta"}
          </TextLink>
        )}
      </div>
    </li>
  );
}
