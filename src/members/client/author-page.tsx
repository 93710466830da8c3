/** A user's public page in all its states: the profile and the prompts. */
import { useQuery } from "@tanstack/react-query";
import Rss from "lucide-react/icons/rss";
import { useSearch } from "wouter";
import { useSession } from "#accounts/client/session.ts";
import { messages as accountMessages } from "#accounts/messages.ts";
import { FollowButton } from "#collections/client/follow-button.tsx";
import { PublicCollections } from "#collections/client/public-collections.tsx";
import { feedPagePath } from "#library/feeds.ts";
import type { PublicUser } from "#members/contract.ts";
import { readPageNumber } from "#platform/client/page-number.ts";
import { authorPath } from "#prompts/authors.ts";
import { DeadEnd } from "#prompts/client/dead-end.tsx";
import { PromptGridSkeleton } from "#prompts/client/prompt-grid.tsx";
import { ReportLink } from "#prompts/client/report-link.tsx";
import { messages } from "#prompts/messages.ts";
import { Avatar } from "#ui/avatar.tsx";
import { ButtonLink } from "#ui/button-link.tsx";
import { formatDate } from "#ui/dates.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { QueryError } from "#ui/error-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { TileFrieze } from "#ui/tile.tsx";
import { submittedCount } from "./submitted-count.ts";
import { userOptions } from "./user.queries.ts";
import { PROFILE_SKELETONS, UserPrompts } from "./user-prompts.tsx";

/** @param id from the URL */
export function AuthorPage({ id }: { id: string }) {
  const query = useQuery(userOptions(id));
  const { data, error } = query;
  if (data === "removed" || data === null) return <Missing removed={data === "removed"} />;
  if (data) return <Author person={data} />;
  return (
    <div className="measure pt-10 sm:pt-14">
      <h1 className="sr-only">Prompts de uma pessoa</h1>
      {error ? (
        <QueryError message="Erro ao carregar a página de quem publicou" query={query} />
      ) : (
        <AuthorSkeleton />
      )}
    </div>
  );
}

function Author({ person: { id, username, created_at, prompts_count } }: { person: PublicUser }) {
  const page = readPageNumber(new URLSearchParams(useSearch()));
  const { user: viewer } = useSession();
  return (
    <>
      {/* A tile panel seeded by the user. */}
      <TileFrieze seed={id} columns={16} rows={2} className="h-16 sm:h-24" />
      <div className="measure pt-8 sm:pt-10">
        <header className="flex flex-wrap gap-x-3 gap-y-5 max-sm:[&>:first-child]:size-12 max-sm:[&>:first-child]:text-base sm:flex-nowrap sm:items-start sm:gap-6">
          <Avatar name={username} size="lg" />
          <div className="min-w-0 flex-1 basis-48">
            <h1 className="text-3xl wrap-anywhere">{username}</h1>
            <ul className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-sm text-muted">
              <li>
                Membro desde{" "}
                <time dateTime={created_at} className="whitespace-nowrap">
                  {formatDate(created_at)}
                </time>
              </li>
              <li>{submittedCount(prompts_count)}</li>
            </ul>
          </div>
          <div className="flex flex-wrap gap-3 self-start">
            <FollowButton of="users" id={id} name={username} size="sm" />
            <ButtonLink href={feedPagePath("users", id)} variant="secondary" size="sm">
              {/* On phones both buttons fit side by side, whatever the first one says: the page must not move. */}
              <Rss aria-hidden="true" className="size-4 max-sm:hidden" /> Acompanhar por RSS
            </ButtonLink>
          </div>
        </header>
        <PublicCollections userId={id} />
        <div className="mt-10">
          <UserPrompts
            userId={id}
            list="prompts"
            title="Prompts"
            page={page}
            href={(target) => authorPath(id, target)}
            empty={<NothingPublished />}
          />
        </div>
        {id !== viewer?.id && (
          <p className="mt-10 border-t border-line pt-4">
            <ReportLink type="user" id={id} />
          </p>
        )}
      </div>
    </>
  );
}

function NothingPublished() {
  return (
    <EmptyState
      seed="sem obras"
      title="Nenhum prompt por aqui ainda."
      description="Quando esta pessoa publicar, os prompts aparecem nesta página."
      action={<ButtonLink href="/prompts">Explorar Prompts</ButtonLink>}
    />
  );
}

/** @param removed whether moderation has removed the account */
function Missing({ removed }: { removed: boolean }) {
  return (
    <div className="measure">
      <DeadEnd
        seed="ninguém"
        title={removed ? "Conta removida" : messages.userNotFound}
        text={
          removed
            ? accountMessages.removedByModeration
            : "O endereço pode estar errado, ou a conta foi excluída."
        }
      >
        <ButtonLink href="/prompts">Explorar Prompts</ButtonLink>
      </DeadEnd>
    </div>
  );
}

function AuthorSkeleton() {
  return (
    <>
      <div className="flex gap-3 sm:gap-6">
        <Skeleton className="size-12 sm:size-16" />
        <div className="flex-1">
          <Skeleton className="h-9 w-48" />
          <Skeleton className="mt-4 h-4 w-72 max-w-full" />
        </div>
      </div>
      <div className="mt-10">
        <PromptGridSkeleton count={PROFILE_SKELETONS} columns={4} />
      </div>
    </>
  );
}
