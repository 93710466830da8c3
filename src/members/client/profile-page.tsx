/** The logged-in user's library: prompts, favourites, collections. */
import { useQuery } from "@tanstack/react-query";
import type { ComponentType, ReactNode } from "react";
import { useLocation, useSearch } from "wouter";
import { ForMembers } from "#accounts/client/for-members.tsx";
import type { SessionUser } from "#accounts/client/session.ts";
import { OwnCollections } from "#collections/client/own-collections.tsx";
import { OwnExchange } from "#exchange/client/own-exchange.tsx";
import { IMPORT_PAGE } from "#exchange/paths.ts";
import { DeletedPrompts } from "#prompts/client/own/deleted-prompts.tsx";
import { InReviewList, useInReview } from "#prompts/client/own/in-review.tsx";
import { PromptGridSkeleton } from "#prompts/client/prompt-grid.tsx";
import { type UserListName, userListOptions } from "#prompts/client/prompts.queries.ts";
import { ButtonLink } from "#ui/button-link.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ScriptNotice } from "#ui/script-notice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Tabs } from "#ui/tabs.tsx";
import { type ProfileTab, profilePath, readProfileAddress } from "./profile-address.ts";
import { ProfileHeader } from "./profile-header.tsx";
import { PROFILE_SKELETONS, UserPrompts } from "./user-prompts.tsx";

interface Props {
  /** Whether moderation has taken a prompt away, as a later room knows. */
  usePromptGone: (userId: string) => boolean;
  /** The moderators' way to their work, of a later room, too. */
  QueueLink: ComponentType<{ userId: string }>;
}

export function ProfilePage(props: Props) {
  return (
    <ForMembers waiting={<ProfileSkeleton />}>{(user) => <Profile user={user} {...props} />}</ForMembers>
  );
}

function Profile({ user, usePromptGone, QueueLink }: { user: SessionUser } & Props) {
  const [, navigate] = useLocation();
  const { tab, page } = readProfileAddress(new URLSearchParams(useSearch()));
  // Every page carries the total: take the shown page's, else the first's.
  const own = useQuery(userListOptions(user.id, "prompts", tab === "prompts" ? page : 1));

  const inReview = useInReview(user.id);
  const isPromptGone = usePromptGone(user.id);
  const listTab = (
    value: ProfileTab,
    label: string,
    list: UserListName,
    empty: ReactNode,
    above?: ReactNode,
  ) => {
    const href = (target: number) => profilePath({ tab: value, page: target });
    const shown = { userId: user.id, list, title: label, page, href, empty };
    const panel = (
      <>
        {above}
        <UserPrompts {...shown} />
      </>
    );
    return { value, label, panel };
  };
  return (
    <>
      <ProfileHeader
        user={user}
        submitted={own.data?.pagination.total}
        links={<QueueLink userId={user.id} />}
      />
      <Tabs
        label="Perfil"
        className="mt-6 sm:mt-10 max-sm:[&_[role=tab]]:text-base max-sm:[&_[role=tablist]]:gap-x-5"
        value={tab}
        onValueChange={(next) => navigate(profilePath({ tab: next, page: 1 }), { replace: true })}
        tabs={[
          listTab(
            "prompts",
            "Meus Prompts",
            "prompts",
            inReview.length > 0 ? null : isPromptGone ? <NothingLeft /> : <NothingSubmitted />,
            <>
              {(own.data?.pagination.total ?? 0) > 0 && <OwnExchange />}
              <DeletedPrompts userId={user.id} />
              <InReviewList prompts={inReview} />
            </>,
          ),
          listTab("favoritos", "Favoritos", "favorites", <NothingFavorited />),
          { value: "colecoes", label: "Coleções", panel: <OwnCollections userId={user.id} /> },
        ]}
      />
    </>
  );
}

function NothingSubmitted() {
  return (
    <EmptyState
      seed="sem envios"
      title="Você ainda não enviou nenhum prompt."
      description="Compartilhe o texto que funcionou e a imagem que ele produziu."
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <ButtonLink href="/submit">Enviar meu prompt</ButtonLink>
          <ButtonLink href={IMPORT_PAGE} variant="secondary">
            Importar de um arquivo
          </ButtonLink>
        </div>
      }
    />
  );
}

function NothingLeft() {
  return (
    <EmptyState
      seed="envios fora do site"
      title="Nenhum prompt seu está no site agora."
      description="O que a moderação tirou do site, e por quê, está nos avisos. Lá você também pode contestar."
      action={<ButtonLink href="/avisos">Ver avisos</ButtonLink>}
    />
  );
}

function NothingFavorited() {
  return (
    <EmptyState
      seed="guardados"
      title="Você ainda não tem favoritos."
      description="Favorite os prompts que quer encontrar de novo. Só você vê esta lista."
      action={<ButtonLink href="/prompts">Explorar Prompts</ButtonLink>}
    />
  );
}

/** Shown while the session loads; as high as profile-header.tsx, to avoid a layout shift. */
function ProfileSkeleton() {
  return (
    <>
      <h1 className="sr-only">Seu Perfil</h1>
      <ScriptNotice />
      <div className="flex flex-col gap-6 sm:flex-row">
        <Skeleton className="size-16" />
        <div className="flex-1">
          <Skeleton className="h-[1.06em] w-48 text-3xl" />
          <Skeleton className="mt-1.5 h-[1.5em] w-64 max-w-full text-lg" />
          <Skeleton className="mt-3 h-6 w-72 max-w-full max-[28rem]:h-12" />
        </div>
        <Skeleton className="h-11 w-40" />
      </div>
      <div className="mt-6 mb-6 flex h-12 items-center gap-6 border-b border-line sm:mt-10">
        <Skeleton className="h-5 w-28" />
        <Skeleton className="h-5 w-20" />
        <Skeleton className="h-5 w-20" />
      </div>
      <PromptGridSkeleton count={PROFILE_SKELETONS} columns={4} />
    </>
  );
}
