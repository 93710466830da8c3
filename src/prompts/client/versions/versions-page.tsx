/** The versions of a prompt, and what changed between two of them. */
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "wouter";
import { PART_NAMES } from "#prompts/client/field-labels.ts";
import type { PromptHistory, VersionSummary } from "#prompts/versions.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { TextLink } from "#ui/button-link.tsx";
import { formatDateTime } from "#ui/dates.ts";
import { QueryError } from "#ui/error-state.tsx";
import { Select } from "#ui/select.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Difference } from "./difference.tsx";
import { differencePath, versionPath, versionsPath } from "./paths.ts";
import { VersionFrame } from "./version-frame.tsx";
import { comparedVersions, differenceOptions, historyOptions, type Pair } from "./versions.queries.ts";

/** @param id from the URL */
export function VersionsPage({ id }: { id: string }) {
  const query = useQuery(historyOptions(id));
  const search = new URLSearchParams(useSearch());
  return (
    <VersionFrame
      back={{ href: `/prompts/${encodeURIComponent(id)}`, label: "Voltar ao prompt" }}
      query={query}
      heading="Versões"
    >
      {(history) => {
        const pair = comparedVersions(history, search);
        const isGone = !pair && search.has("para") && history.versions.length > 1;
        return (
          <div className="grid gap-x-10 gap-y-10 pb-12 lg:grid-cols-12">
            <header className="lg:col-span-12">
              <h1 className="text-3xl wrap-anywhere">
                Versões de “<bdi>{history.versions[0]?.title}</bdi>”
              </h1>
              <p className="mt-3 text-muted">
                De {history.user.username}.{" "}
                {history.versions.length > 1
                  ? "A cada alteração, a versão anterior fica guardada aqui."
                  : "Só existe a versão atual."}
              </p>
            </header>
            {pair && (
              <section aria-labelledby="diferenca" className="min-w-0 lg:col-span-7">
                <h2 id="diferenca" className="mb-5 text-2xl">
                  Da versão {pair.from} para a {pair.to}
                </h2>
                <Compared id={id} pair={pair} />
              </section>
            )}
            <section aria-labelledby="lista" className="min-w-0 lg:col-span-5 print:hidden">
              <h2 id="lista" className="mb-4 text-2xl">
                Todas as versões
              </h2>
              {isGone && (
                <p role="status" className="mb-4 text-muted">
                  Uma das versões que você quer comparar não existe mais.
                </p>
              )}
              <ol reversed>
                {history.versions.map((version, index) => (
                  <Line
                    key={version.number}
                    promptId={history.prompt_id}
                    version={version}
                    below={history.versions[index + 1]?.number}
                  />
                ))}
              </ol>
              {history.versions.length > 2 && <Compare history={history} pair={pair} />}
            </section>
          </div>
        );
      }}
    </VersionFrame>
  );
}

function Compared({ id, pair }: { id: string; pair: Pair }) {
  const query = useQuery(differenceOptions(id, pair));
  const { data, error } = query;
  if (data && data !== "removed") return <Difference difference={data} />;
  if (data === null || data === "removed" || error)
    return <QueryError message="Não foi possível comparar as versões" query={query} />;
  return (
    <div role="status">
      <span className="sr-only">Comparando…</span>
      <Skeleton className="h-72 rounded-tr-corner" />
    </div>
  );
}

function Line({
  promptId,
  version: { number, is_current, note, created_at, changed },
  below,
}: {
  promptId: number;
  version: VersionSummary;
  below: number | undefined;
}) {
  return (
    <li className="border-t border-line py-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-heading text-lg font-semibold">Versão {number}</span>
        {is_current && <Badge>Atual</Badge>}
        <time dateTime={created_at} className="text-sm text-muted">
          {formatDateTime(created_at)}
        </time>
      </p>
      {note && <p className="mt-1 wrap-anywhere">{note}</p>}
      {changed.length > 0 && (
        <p className="mt-1 text-sm text-muted">Mudou: {changed.map((part) => PART_NAMES[part]).join(", ")}</p>
      )}
      <p className="mt-1 flex flex-wrap gap-x-5">
        <TextLink
          href={is_current ? `/prompts/${promptId}` : versionPath(promptId, number)}
          className="inline-block py-1.5 text-sm"
        >
          Ver a versão<span className="sr-only"> {number}</span>
        </TextLink>
        {below !== undefined && (
          <TextLink href={differencePath(promptId, number, below)} className="inline-block py-1.5 text-sm">
            O que mudou <span className="sr-only">na versão {number}</span>
          </TextLink>
        )}
      </p>
    </li>
  );
}

/** A form that works without scripts. */
function Compare({
  history: { prompt_id, versions },
  pair,
}: {
  history: PromptHistory;
  pair: Pair | undefined;
}) {
  const options = versions.map(({ number }) => ({ value: String(number), label: `Versão ${number}` }));
  const [newest, second] = versions;
  return (
    <form
      key={`${pair?.from} ${pair?.to}`}
      action={versionsPath(prompt_id)}
      className="mt-2 border-t border-line pt-5"
    >
      <h3 className="mb-3 text-lg">Comparar duas versões</h3>
      <div className="grid grid-cols-2 gap-4">
        <Select name="de" label="De" options={options} defaultValue={String(pair?.from ?? second?.number)} />
        <Select
          name="para"
          label="Para"
          options={options}
          defaultValue={String(pair?.to ?? newest?.number)}
        />
      </div>
      <Button type="submit" variant="secondary" className="mt-4">
        Comparar
      </Button>
    </form>
  );
}
