/** Ends the weekly mail, without a login: one press, by a form that needs no scripts. */
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "wouter";
import { messages } from "#collections/messages.ts";
import { NEWS_PAGE, unsubscribePath } from "#collections/paths.ts";
import { DeadEnd } from "#prompts/client/dead-end.tsx";
import { Button } from "#ui/button.tsx";
import { ButtonLink } from "#ui/button-link.tsx";
import { QueryError } from "#ui/error-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Tile } from "#ui/tile.tsx";
import { newsMailByTokenOptions } from "./news-mail.queries.ts";

export function UnsubscribePage() {
  const token = new URLSearchParams(useSearch()).get("token") ?? "";
  const query = useQuery(newsMailByTokenOptions(token));
  const { data, error } = query;
  if (data === null) {
    return (
      <div className="measure">
        <DeadEnd
          seed="link incompleto"
          title="Não é possível cancelar por este link"
          text={`${messages.unknownToken}. Copie o endereço inteiro, ou mude o que recebe em “Novidades”.`}
        >
          <ButtonLink href={NEWS_PAGE}>Ir para Novidades</ButtonLink>
        </DeadEnd>
      </div>
    );
  }
  return (
    <div className="measure grid items-center gap-x-10 gap-y-8 py-10 sm:py-14 md:grid-cols-[3fr_2fr]">
      <div>
        <h1 className="text-3xl">
          {data && !data.weekly ? "Você não recebe mais as novidades por e-mail" : "Novidades por e-mail"}
        </h1>
        {data ? (
          <Shown weekly={data.weekly} token={token} />
        ) : error ? (
          <QueryError message="Erro ao carregar" query={query} />
        ) : (
          <Skeleton className="mt-6 h-28" />
        )}
      </div>
      <Tile
        seed="novidades por e-mail"
        columns={6}
        rows={4}
        className="aspect-3/2 w-full rounded-tile rounded-tr-corner-xl max-md:hidden"
      />
    </div>
  );
}

function Shown({ weekly, token }: { weekly: boolean; token: string }) {
  if (!weekly) {
    return (
      <>
        <p role="status" className="mt-4 max-w-prose text-lg text-muted">
          Está feito. Você continua seguindo as mesmas pessoas, coleções e tags: o que houver de novo aparece
          em “Novidades”, no menu da sua conta. Lá você também pode voltar a receber o e-mail.
        </p>
        <div className="mt-6">
          <ButtonLink href={NEWS_PAGE} variant="secondary">
            Ir para Novidades
          </ButtonLink>
        </div>
      </>
    );
  }
  return (
    <>
      <p className="mt-4 max-w-prose text-lg text-muted">
        Você recebe um e-mail por semana com as novidades das pessoas, coleções e tags que segue. Quer parar
        de receber?
      </p>
      <form method="post" action={unsubscribePath(encodeURIComponent(token))} className="mt-6">
        <Button type="submit">Não quero mais receber</Button>
      </form>
    </>
  );
}
