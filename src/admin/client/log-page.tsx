/** `/admin/audit-log`: the admin's actions with time, object and reason. */
import type { AuditEntry, AuditLog } from "#admin/contract.ts";
import { messages } from "#admin/messages.ts";
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
      intro="O que a administração removeu, bloqueou e excluiu. O registro não pode ser alterado."
      path="/admin/audit-log"
      api="/api/admin/audit-log"
      failed={messages.logFailed}
      skeleton={
        <ListSkeleton label="Carregando registro…" count={6} className="grid gap-4">
          <Skeleton className="h-16 w-full" />
        </ListSkeleton>
      }
      empty={() => <EmptyState seed="registro" title="A administração ainda não precisou agir." />}
      counted={({ totalCount }) => countOf(totalCount, "ação", "ações")}
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

/** An entry as a sentence after the admin's name: what was done before the object, and what follows it. */
export function sentenceOf(entry: AuditEntry): { done: string; target: string; rest?: string } {
  const { action, target_label: target, prompts_removed } = entry;
  const prompts = countOf(prompts_removed, "prompt", "prompts");
  switch (action) {
    case "prompt_removed":
      return { done: "removeu o prompt", target: `“${target}”`, rest: `(ID ${entry.target_prompt_id})` };
    case "user_blocked":
      return { done: "bloqueou", target };
    case "user_unblocked":
      return { done: "desbloqueou", target };
    case "user_emptied":
      return { done: "bloqueou", target, rest: `e removeu tudo: ${prompts}, curtidas e favoritos` };
    case "user_deleted":
      return { done: "excluiu a conta de", target, rest: prompts_removed > 0 ? `com ${prompts}` : "" };
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
            <span className="font-semibold">Motivo:</span> {reason}
          </p>
        )}
        {target_user_id && action !== "user_deleted" && (
          <TextLink
            href={adminPath("/admin/users", { page: 1, search: target_user_id })}
            className="mt-1 inline-flex min-h-8 items-center text-sm"
          >
            {action === "prompt_removed" ? "Ver a conta de quem publicou" : "Ver a conta"}
          </TextLink>
        )}
      </div>
    </li>
  );
}
