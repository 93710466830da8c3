/** `/admin/audit-log`: the admin's actions with time, object and reason. */
import { useQuery } from "@tanstack/react-query";
import type { AuditEntry } from "#admin/contract.ts";
import { messages } from "#admin/messages.ts";
import { TextLink } from "#ui/button-link.tsx";
import { formatDateTime } from "#ui/dates.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { auditLogOptions } from "./admin.queries.ts";
import { type AdminAddress, adminPath, useAdminAddress } from "./admin-address.ts";
import { AdminFrame } from "./admin-frame.tsx";
import { counted } from "./counted.ts";
import { ListStates } from "./list-states.tsx";
import { logSentence } from "./log-sentence.ts";

export function AdminLogPage() {
  const { page } = useAdminAddress();
  return (
    <AdminFrame title="Registro" skeleton={<LogSkeleton />}>
      <p className="mt-2 max-w-2xl text-muted">
        O que a administração removeu, bloqueou e excluiu. Nada daqui pode ser mudado.
      </p>
      <Log address={{ page, search: "" }} />
    </AdminFrame>
  );
}

function Log({ address }: { address: AdminAddress }) {
  const query = useQuery(auditLogOptions(address));
  return (
    <ListStates
      path="/admin/audit-log"
      address={address}
      query={query}
      failed={messages.logFailed}
      skeleton={<LogSkeleton />}
      empty={<EmptyState seed="registro" title="A administração ainda não precisou agir." />}
      counted={({ totalCount }) => counted(totalCount, "ação", "ações")}
    >
      {({ entries }) => (
        <ol className="border-t border-line">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
    </ListStates>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { created_at, admin_username, action, target_user_id, reason } = entry;
  const { done, target, rest } = logSentence(entry);
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

function LogSkeleton() {
  return (
    <div role="status" className="mt-12 grid gap-4">
      <span className="sr-only">Carregando registro…</span>
      {Array.from({ length: 6 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders
        <Skeleton key={index} className="h-16 w-full" />
      ))}
    </div>
  );
}
