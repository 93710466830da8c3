/** The logged-in user's profile: prompts, favourites, settings. */
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation, useSearch } from "wouter";
import { type SessionUser, useSession } from "#accounts/client/session.ts";
import { useRequireSession } from "#accounts/client/use-require-session.ts";
import { userListOptions } from "#prompts/client/prompts.queries.ts";
import { ButtonLink } from "#ui/button-link.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Tabs } from "#ui/tabs.tsx";
import { profilePath, readProfileAddress } from "./profile-address.ts";
import { ProfileHeader } from "./profile-header.tsx";
import { ProfileSkeleton } from "./profile-skeleton.tsx";
import { Settings } from "./settings/settings.tsx";
import { UserPrompts } from "./user-prompts.tsx";

/** Visitors are asked to log in; a user whose session ends here is redirected home. */
export function ProfilePage() {
  const admitted = useRequireSession();
  const { status, user } = useSession();
  const [, navigate] = useLocation();
  const ended = admitted && status === "anonymous";
  useEffect(() => {
    if (ended) navigate("/", { replace: true });
  }, [ended, navigate]);

  return (
    <div className="measure pt-10 sm:pt-14">
      {user ? <Profile key={user.id} user={user} /> : <ProfileSkeleton />}
    </div>
  );
}

function Profile({ user }: { user: SessionUser }) {
  const [, navigate] = useLocation();
  const { tab, page } = readProfileAddress(new URLSearchParams(useSearch()));
  // Every page carries the total: take the shown page's, else the first's.
  const own = useQuery(userListOptions(user.id, "prompts", tab === "prompts" ? page : 1));

  return (
    <>
      <ProfileHeader user={user} submitted={own.data?.pagination.total} />
      <Tabs
        label="Perfil"
        className="mt-10 max-sm:[&_[role=tab]]:text-base max-[24rem]:[&_[role=tab]]:text-sm max-sm:[&_[role=tablist]]:justify-between max-sm:[&_[role=tablist]]:gap-2"
        value={tab}
        onValueChange={(next) => navigate(profilePath({ tab: next, page: 1 }), { replace: true })}
        tabs={[
          {
            value: "prompts",
            label: "Meus Prompts",
            panel: (
              <UserPrompts
                userId={user.id}
                list="prompts"
                title="Meus Prompts"
                page={page}
                href={(target) => profilePath({ tab: "prompts", page: target })}
                empty={<NothingSubmitted />}
              />
            ),
          },
          {
            value: "favoritos",
            label: "Favoritos",
            panel: (
              <UserPrompts
                userId={user.id}
                list="favorites"
                title="Favoritos"
                page={page}
                href={(target) => profilePath({ tab: "favoritos", page: target })}
                empty={<NothingKept />}
              />
            ),
          },
          { value: "configuracoes", label: "Configurações", panel: <Settings user={user} /> },
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
      action={<ButtonLink href="/submit">Enviar meu prompt</ButtonLink>}
    />
  );
}

function NothingKept() {
  return (
    <EmptyState
      seed="guardados"
      title="Você ainda não tem favoritos."
      description="Guarde aqui os prompts que quer encontrar de novo. Só você os vê."
      action={<ButtonLink href="/prompts">Explorar Prompts</ButtonLink>}
    />
  );
}
