/** A user's list, published prompts or favourites, in all its states. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useSession } from "#accounts/client/session.ts";
import { listFailure } from "#prompts/client/list-failure.ts";
import { OwnerMenu } from "#prompts/client/own/owner-menu.tsx";
import { PromptGrid, PromptGridSkeleton } from "#prompts/client/prompt-grid.tsx";
import { type UserListName, userListOptions } from "#prompts/client/prompts.queries.ts";
import type { PromptView } from "#prompts/contract.ts";
import { ButtonLink } from "#ui/button-link.tsx";
import { cx } from "#ui/cx.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { QueryError } from "#ui/error-state.tsx";
import { Pagination } from "#ui/pagination.tsx";

/** Placeholder cards while a list loads. */
export const PROFILE_SKELETONS = 4;

/** Cards of one's own prompts offer editing and deletion. */
const ownerMenu = (prompt: PromptView) => <OwnerMenu prompt={prompt} />;

interface Props {
  userId: string;
  list: UserListName;
  /** Accessible name of the list. */
  title: string;
  /** From 1. */
  page: number;
  /** URL of a page. */
  href: (page: number) => string;
  /** The empty state. */
  empty: ReactNode;
}

export function UserPrompts({ userId, list, title, page, href, empty }: Props) {
  const { user } = useSession();
  const query = useQuery(userListOptions(userId, list, page));
  const { data, error, isPlaceholderData } = query;
  if (!data && error) {
    return <QueryError message={listFailure(error)} query={query} />;
  }
  if (!data) return <PromptGridSkeleton count={PROFILE_SKELETONS} columns={4} />;

  const { pages, total } = data.pagination;
  if (total === 0) return empty;
  if (data.data.length === 0) {
    return (
      <EmptyState
        seed="fim"
        title="A lista não tem tantas páginas."
        action={<ButtonLink href={href(pages)}>Ir para a última página</ButtonLink>}
      />
    );
  }
  return (
    <div
      aria-busy={isPlaceholderData}
      className={cx("transition-opacity duration-200", isPlaceholderData && "opacity-50")}
    >
      <h2 className="sr-only">{title}</h2>
      <PromptGrid
        prompts={data.data}
        columns={4}
        atTop
        sameAuthor={list === "prompts"}
        corner={list === "prompts" && user?.id === userId ? ownerMenu : undefined}
      />
      <div className="mt-10">
        <Pagination {...data.pagination} page={page} href={href} loading={isPlaceholderData} />
      </div>
    </div>
  );
}
