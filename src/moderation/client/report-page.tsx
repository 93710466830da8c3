/** The page of the form for reports. */
import { useQuery } from "@tanstack/react-query";
import { collectionOptions } from "#collections/client/collections.queries.ts";
import { collectionIdOf } from "#collections/paths.ts";
import { userOptions } from "#members/client/user.queries.ts";
import { addressOfTarget } from "#moderation/report-form.ts";
import { promptOptions } from "#prompts/client/prompts.queries.ts";
import { Tile } from "#ui/tile.tsx";
import { ContentModeration } from "./content-moderation.tsx";
import { NextSteps } from "./next-steps.tsx";
import { ReportFields } from "./report-fields.tsx";
import { UrgentHelp } from "./urgent-help.tsx";

interface Props {
  /** The site's. */
  origin: string;
  /** The reported thing, from the URL; may be anything. */
  type: string | null;
  id: string | null;
  /** The number of the prompt's version. */
  version: string | null;
}

export function ReportPage({ origin, type, id, version }: Props) {
  return (
    <div className="measure py-10 sm:py-14">
      <header className="lg:grid lg:grid-cols-12 lg:items-start lg:gap-x-10">
        <div className="max-w-3xl lg:col-span-8">
          <h1 className="text-display">Denunciar</h1>
          <p className="mt-5 text-lg text-muted">
            Viu um prompt, uma resposta, uma coleção ou um perfil que não deveria estar aqui? Conte para a
            moderação. Não é preciso ter conta, e quem publicou não fica sabendo quem avisou.
          </p>
          <a href="#denuncia" className="text-link mt-2 inline-flex min-h-11 items-center lg:hidden">
            Ir direto à denúncia
          </a>
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
          <ModerationOf type={type} id={id} />
          <ReportFields
            key={`${type} ${id}`}
            origin={origin}
            address={addressOfTarget(origin, type, id, version)}
            shown={id && <TargetName type={type} id={id} version={version} />}
          />
        </section>
        <div className="lg:col-span-4 lg:col-start-9">
          <NextSteps />
        </div>
      </div>
    </div>
  );
}

/** A moderator who reads a note has come here by its "Denunciar". */
function ModerationOf({ type, id }: Pick<Props, "type" | "id">) {
  if (type !== "result" && type !== "collection") return null;
  const number = type === "result" ? Number(id?.split("-")[1]) : collectionIdOf(id ?? "");
  if (!number) return null;
  return (
    <div className="mt-5 rounded-tile rounded-tr-corner border border-line bg-card px-4 py-1 empty:hidden">
      <ContentModeration type={type} id={number} />
    </div>
  );
}

interface NameProps {
  type: string | null;
  id: string;
  version: string | null;
}

/** The thing at the address with which the form begins. */
function TargetName({ type, id, version }: NameProps) {
  if (type === "collection") return <CollectionName id={id} />;
  if (type === "user") return <AuthorName id={id} />;
  if (type === "result") return <PromptName id={id.split("-")[0] ?? ""} what="Resposta sobre o prompt" />;
  return <PromptName id={id} what={version ? `Versão ${version} do prompt` : "Prompt"} />;
}

const GONE = "Isto não está mais no site: ninguém o vê.";

function PromptName({ id, what }: { id: string; what: string }) {
  const { data } = useQuery(promptOptions(id));
  if (data === undefined) return null;
  if (data === null || data === "removed") return GONE;
  return (
    <>
      {what} <strong className="text-ink">“{data.title}”</strong>, de {data.user.username}
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

function CollectionName({ id }: { id: string }) {
  const { data } = useQuery(collectionOptions(collectionIdOf(id)));
  if (data === undefined) return null;
  if (data === null) return GONE;
  return (
    <>
      Coleção <strong className="text-ink">“{data.title}”</strong>, de {data.user.username}
    </>
  );
}
