/** Imports prompts from a file, in three steps: choose it, see what would come, import. Past imports can be undone below. */
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useSession } from "#accounts/client/session.ts";
import { useRequireSession } from "#accounts/client/use-require-session.ts";
import type { ImportView, Preview, PreviewRequest } from "#exchange/contract.ts";
import { messages } from "#exchange/messages.ts";
import { ApiError } from "#platform/client/api.ts";
import { TextLink } from "#ui/button-link.tsx";
import { ScriptNotice } from "#ui/script-notice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { ChooseFile } from "./choose-file.tsx";
import { importPrompts, previewImport } from "./imports.queries.ts";
import { PastImports } from "./past-imports.tsx";
import { PreviewedFile } from "./previewed-file.tsx";

/** A file that was read, and what would come of it. */
interface ReadFile {
  request: PreviewRequest;
  /** Names of chosen files that stayed behind. */
  left: string[];
  preview: Preview;
}

const reasonOf = (error: unknown) => (error instanceof ApiError ? error.message : messages.failed);

export function ImportPage() {
  const admitted = useRequireSession();
  const { user } = useSession();
  return (
    <div className="measure max-w-4xl pt-10 sm:pt-14">
      <h1 className="text-3xl sm:text-display">Importar prompts</h1>
      <p className="mt-4 max-w-2xl text-lg text-muted">
        Traga os seus prompts de arquivos JSON, CSV, Markdown ou YAML. Antes de publicar, você vê o que será
        importado e o que não pode ser.{" "}
        <TextLink href="/programas#importar-exportar">Como é o arquivo</TextLink>
      </p>
      <ScriptNotice />
      {admitted && user ? <Steps key={user.id} userId={user.id} /> : <Skeleton className="mt-8 h-72" />}
    </div>
  );
}

function Steps({ userId }: { userId: string }) {
  const client = useQueryClient();
  const [read, setRead] = useState<ReadFile>();
  const [failed, setFailed] = useState<string>();
  const [running, setRunning] = useState(false);
  const [made, setMade] = useState<ImportView>();
  /** The same for each retry of one import. */
  const key = useRef("");
  const heading = useRef<HTMLHeadingElement>(null);

  async function run(work: () => Promise<void>) {
    setRunning(true);
    setFailed(undefined);
    try {
      await work();
      requestAnimationFrame(() => heading.current?.focus());
    } catch (error) {
      setFailed(reasonOf(error));
    } finally {
      setRunning(false);
    }
  }
  const look = (request: PreviewRequest, left: string[]) =>
    run(async () => {
      const preview = await previewImport(request);
      key.current = crypto.randomUUID();
      setRead({ request, left, preview });
    });
  const bring = ({ from: _, ...file }: PreviewRequest, chosen: number[], make_collection: boolean) =>
    run(async () => {
      setMade(
        await importPrompts(client, { ...file, chosen, make_collection, credit_authors: true }, key.current),
      );
      setRead(undefined);
    });

  return (
    <div className="mt-8">
      {made && !read && <Done made={made} heading={heading} />}
      {/* Behind the preview it keeps what was chosen or typed. */}
      <div hidden={read !== undefined}>
        <ChooseFile
          key={made?.id}
          running={running}
          failed={read ? undefined : failed}
          onLook={(request, left) => void look(request, left)}
        />
      </div>
      {read && (
        <PreviewedFile
          key={key.current}
          preview={read.preview}
          left={read.left}
          heading={heading}
          running={running}
          failed={failed}
          onImport={(chosen, makeCollection) => void bring(read.request, chosen, makeCollection)}
          onLook={(from) => void look({ ...read.request, from }, read.left)}
          onBack={() => {
            setRead(undefined);
            setFailed(undefined);
          }}
        />
      )}
      <PastImports userId={userId} />
    </div>
  );
}

function Done({ made, heading }: { made: ImportView; heading: React.Ref<HTMLHeadingElement> }) {
  const { prompts, collection } = made;
  const waiting = prompts.some(({ in_review }) => in_review);
  return (
    <section
      aria-labelledby="importados"
      className="mb-10 rounded-tile rounded-tr-corner-lg border border-line bg-card p-5 sm:p-6"
    >
      <h2 id="importados" ref={heading} tabIndex={-1} className="text-xl">
        {prompts.length === 1 ? "Um prompt importado" : `${prompts.length} prompts importados`}
      </h2>
      <p className="mt-2 text-muted">
        {waiting
          ? "A moderação olha os primeiros prompts de contas novas: eles aparecem depois disso."
          : "Já estão no site, com uma ilustração de azulejo no lugar da imagem. Ao editar um prompt, você troca a ilustração pela imagem que ele produziu."}
      </p>
      <p className="mt-3 flex flex-wrap gap-x-6 gap-y-1">
        <TextLink href="/profile" className="py-2">
          Ver meus prompts
        </TextLink>
        {collection && (
          <TextLink href={collection.path} className="py-2 wrap-anywhere">
            Ver a coleção “<bdi>{collection.title}</bdi>”
          </TextLink>
        )}
      </p>
    </section>
  );
}
