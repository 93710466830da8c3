/** `/admin/users`: search, block, unblock and delete accounts. */
import { useQuery } from "@tanstack/react-query";
import { type ComponentType, useState } from "react";
import type { AdminUser } from "#admin/contract.ts";
import { messages } from "#admin/messages.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { usersOptions } from "./admin.queries.ts";
import { type AdminAddress, useAdminAddress } from "./admin-address.ts";
import { AdminFrame } from "./admin-frame.tsx";
import { counted } from "./counted.ts";
import { ListStates } from "./list-states.tsx";
import { SearchForm } from "./search-form.tsx";
import { BlockDialog, DeleteUserDialog, UnblockDialog } from "./user-dialogs.tsx";
import { type UserAction, UserTable } from "./user-table.tsx";

const PATH = "/admin/users";

export function AdminUsersPage() {
  const address = useAdminAddress();
  return (
    <AdminFrame title="Usuários" skeleton={<UsersSkeleton />}>
      <SearchForm path={PATH} search={address.search} placeholder="Parte do nome ou do email…" />
      <Users address={address} />
    </AdminFrame>
  );
}

const dialogs: Record<UserAction, ComponentType<{ user: AdminUser; onClose: () => void }>> = {
  block: BlockDialog,
  unblock: UnblockDialog,
  delete: DeleteUserDialog,
};

interface Pending {
  user: AdminUser;
  action: UserAction;
}

function Users({ address }: { address: AdminAddress }) {
  const query = useQuery(usersOptions(address));
  const [pending, setPending] = useState<Pending | null>(null);
  const Asking = pending && dialogs[pending.action];
  return (
    <>
      <ListStates
        path={PATH}
        address={address}
        query={query}
        failed={messages.usersFailed}
        skeleton={<UsersSkeleton />}
        empty={<EmptyState seed="ninguém" title="Nenhum usuário encontrado com essa busca." />}
        counted={({ totalCount }) => counted(totalCount, "usuário", "usuários")}
      >
        {({ users }) => <UserTable users={users} onAction={(user, action) => setPending({ user, action })} />}
      </ListStates>
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

function UsersSkeleton() {
  return (
    <div role="status" className="mt-12 grid gap-3">
      <span className="sr-only">Carregando usuários…</span>
      {Array.from({ length: 8 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders
        <Skeleton key={index} className="h-28 w-full xl:h-14" />
      ))}
    </div>
  );
}
