/** The table of users; on narrow screens each row becomes a card. */
// biome-ignore-all lint/a11y/noRedundantRoles: with other `display` values, table elements would lose their roles
import type { ReactNode } from "react";
import type { AdminUser } from "#admin/contract.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { ButtonLink } from "#ui/button-link.tsx";
import { cx } from "#ui/cx.ts";
import { formatDate } from "#ui/dates.ts";
import { CopyableId } from "./copyable-id.tsx";
import { EmailText } from "./email-text.tsx";
import { DeletionDate, RemovedBadge } from "./removed-until.tsx";

export type UserAction = "block" | "unblock" | "delete";

interface Props {
  users: readonly AdminUser[];
  onAction: (user: AdminUser, action: UserAction) => void;
}

/** Columns, with their widths on wide screens. */
const COLUMNS = {
  ID: "xl:w-29",
  Username: "xl:w-32",
  Email: "",
  "Data de Cadastro": "xl:w-50",
  Status: "xl:w-28",
  Ações: "xl:w-56",
};

/** Green and red among the fourteen hues. */
const ACTIVE_HUE = 5;
const BLOCKED_HUE = 0;

export function UserTable({ users, onAction }: Props) {
  return (
    <table role="table" className="w-full max-xl:block xl:table-fixed">
      <caption className="sr-only">Usuários</caption>
      <thead role="rowgroup" className="max-xl:sr-only">
        <tr role="row" className="border-b border-edge text-left text-sm">
          {Object.entries(COLUMNS).map(([column, width]) => (
            <th
              key={column}
              role="columnheader"
              scope="col"
              className={cx(
                "px-3 py-2.5 font-semibold text-muted first:pl-0 last:pr-0 last:text-right",
                width,
              )}
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-xl:grid max-xl:gap-4 md:max-xl:grid-cols-2">
        {users.map((user) => (
          <Row key={user.id} user={user} onAction={(action) => onAction(user, action)} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ user, onAction }: { user: AdminUser; onAction: (action: UserAction) => void }) {
  const { id, username, email, created_at, is_blocked, is_removed, removal, is_admin } = user;
  return (
    <tr
      role="row"
      className={cx(
        "text-sm xl:border-b xl:border-line",
        "max-xl:flex max-xl:flex-col max-xl:gap-2 max-xl:rounded-tile max-xl:rounded-tr-corner-lg max-xl:border max-xl:border-line max-xl:bg-card max-xl:p-4",
      )}
    >
      <Cell label="ID">
        <CopyableId id={id} of={username} />
      </Cell>
      <Cell label="Username">
        <span className="font-semibold wrap-anywhere">{username}</span>
      </Cell>
      <Cell label="Email">
        <EmailText email={email} />
      </Cell>
      <Cell label="Data de Cadastro">
        <time dateTime={created_at}>{formatDate(created_at)}</time>
      </Cell>
      <Cell label="Status">
        {is_removed ? (
          <RemovedBadge />
        ) : (
          <Badge hue={is_blocked ? BLOCKED_HUE : ACTIVE_HUE}>{is_blocked ? "Bloqueado" : "Ativo"}</Badge>
        )}
      </Cell>
      <td role="cell" className="max-xl:mt-auto max-xl:pt-2 xl:py-3 xl:text-right">
        {is_admin ? (
          <span className="text-muted">É a sua conta</span>
        ) : is_removed && removal ? (
          <div className="flex flex-col gap-1.5 xl:items-end">
            <ButtonLink
              href={`/admin/denuncias/${removal.case_id}`}
              variant="secondary"
              size="sm"
              className="max-xl:order-last"
            >
              Restaurar<span className="sr-only"> {username}</span>
            </ButtonLink>
            <DeletionDate until={removal.until} className="max-xl:text-center" />
          </div>
        ) : (
          <div className="flex gap-2 xl:justify-end">
            <Button
              variant="secondary"
              size="sm"
              className="max-xl:flex-1"
              onClick={() => onAction(is_blocked ? "unblock" : "block")}
            >
              {is_blocked ? "Desbloquear" : "Bloquear"}
              <span className="sr-only"> {username}</span>
            </Button>
            <Button
              variant="secondary"
              size="sm"
              className="text-danger! hover:border-danger! max-xl:flex-1"
              onClick={() => onAction("delete")}
            >
              Excluir
              <span className="sr-only"> {username}</span>
            </Button>
          </div>
        )}
      </td>
    </tr>
  );
}

/** @param label of its column, shown beside the value when the table head is hidden */
function Cell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <td
      role="cell"
      className="max-xl:grid max-xl:grid-cols-[minmax(0,6.5rem)_minmax(0,1fr)] max-xl:items-baseline max-xl:gap-3 max-[15rem]:grid-cols-1! max-[15rem]:gap-0! sm:max-xl:grid-cols-[7.5rem_1fr] xl:px-3 xl:py-3 xl:align-middle xl:first:pl-0"
    >
      <span aria-hidden="true" className="text-muted xl:hidden">
        {label}
      </span>
      <span className="min-w-0">{children}</span>
    </td>
  );
}
