/** `/admin/users`: search, block, unblock and delete accounts. */
import { type ComponentType, useState } from "react";
import type { AdminUser, AdminUserList } from "#admin/contract.ts";
import { messages } from "#admin/messages.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { countOf } from "#ui/numbers.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { ListPage, ListSkeleton } from "./list-page.tsx";
import { BlockDialog, DeleteUserDialog, UnblockDialog } from "./user-dialogs.tsx";
import { type UserAction, UserTable } from "./user-table.tsx";

const dialogs: Record<UserAction, ComponentType<{ user: AdminUser; onClose: () => void }>> = {
  block: BlockDialog,
  unblock: UnblockDialog,
  delete: DeleteUserDialog,
};

interface Pending {
  user: AdminUser;
  action: UserAction;
}

export function AdminUsersPage() {
  const [pending, setPending] = useState<Pending | null>(null);
  const Asking = pending && dialogs[pending.action];
  return (
    <>
      <ListPage<AdminUserList>
        title="Usuários"
        searchFor="Parte do nome ou do e-mail…"
        path="/admin/users"
        api="/api/admin/users"
        failed={messages.usersFailed}
        skeleton={
          <ListSkeleton label="Carregando usuários…" count={8} className="grid gap-3">
            <Skeleton className="h-28 w-full xl:h-14" />
          </ListSkeleton>
        }
        empty={() => <EmptyState seed="ninguém" title="Nenhum usuário encontrado com essa busca." />}
        counted={({ totalCount }) => countOf(totalCount, "usuário", "usuários")}
      >
        {({ users }) => <UserTable users={users} onAction={(user, action) => setPending({ user, action })} />}
      </ListPage>
      {Asking && (
        <Asking
          key={pending.user.id + pending.action}
          user={pending.user}
          onClose={() => setPending((now) => (now === pending ? null : now))}
        />
      )}
    </>
  );
}
