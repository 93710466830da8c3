/** The page on which anybody reports a prompt or an author. */
import { useQuery } from "@tanstack/react-query";
import { userOptions } from "#members/client/user.queries.ts";
import { aboutCollection, aboutNote, aboutVersion, addressOfTarget } from "#moderation/report-form.ts";
import { promptOptions } from "#prompts/client/prompts.queries.ts";
import { Tile } from "#ui/tile.tsx";
import { NextSteps } from "./next-steps.tsx";
import { ReportFields } from "./report-fields.tsx";
import { UrgentHelp } from "./urgent-help.tsx";

interface Props {
  /** The site's. */
  origin: string;
  /** What is reported, from the URL; may be anything. */
  type: string | null;
  id: string | null;
  /** The note by that person, as in `aboutNote`. */
  note: string | null;
  /** The collection of that person, as in `aboutCollection`. */
  collection: string | null;
  /** The number of the prompt's version. */
  version: string | null;
}

export function ReportPage({ origin, type, id, note, collection, version }: Props) {
  return (
    <div className="measure py-10 sm:py-14">
      <header className="lg:grid lg:grid-cols-12 lg:items-start lg:gap-x-10">
        <div className="max-w-3xl lg:col-span-8">
          <h1 className="text-display">Denunciar</h1>
          <p className="mt-5 text-lg text-muted">
            Viu um prompt ou um perfil que não deveria estar aqui? Conte para a moderação. Não é preciso ter
            conta, e quem publicou não fica sabendo quem avisou.
          </p>
        </div>
        <Tile
          seed="denunciar"
          columns={4}
          rows={2}
          className="hidden w-full rounded-tile rounded-tr-corner-xl lg:col-span-3 lg:col-start-10 lg:block"
        />
      </header>
      <UrgentHelp />
      <div className="mt-12 grid gap-10 lg:mt-16 lg:grid-cols-12 lg:items-start">
        <section aria-labelledby="denuncia" className="min-w-0 lg:col-span-7">
          <h2 id="denuncia" className="scroll-mt-24 text-2xl">
            Sua denúncia
          </h2>
          <ReportFields
            key={`${type} ${id}`}
            origin={origin}
            address={addressOfTarget(origin, type, id)}
            about={
              aboutNote(origin, note) ||
              aboutCollection(origin, collection) ||
              aboutVersion(origin, id, version)
            }
            shown={id && (type === "prompt" ? <PromptName id={id} /> : <AuthorName id={id} />)}
          />
        </section>
        <div className="lg:col-span-4 lg:col-start-9">
          <NextSteps />
        </div>
      </div>
    </div>
  );
}

const GONE = "Isto não está mais no site: ninguém o vê.";

function PromptName({ id }: { id: string }) {
  const { data } = useQuery(promptOptions(id));
  if (data === undefined) return null;
  if (data === null || data === "removed") return GONE;
  return (
    <>
      Prompt <strong className="text-ink">“{data.title}”</strong>, de {data.user.username}
    </>
  );
}

function AuthorName({ id }: { id: string }) {
  const { data } = useQuery(userOptions(id));
  if (data === undefined) return null;
  if (data === null || data === "removed") return GONE;
  return (
    <>
      Perfil de <strong className="text-ink">{data.username}</strong>
    </>
  );
}
