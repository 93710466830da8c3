/** An old version of a prompt, to read, copy and link; its author brings it back or erases it. */
import { useQuery } from "@tanstack/react-query";
import Copy from "lucide-react/icons/copy";
import LinkIcon from "lucide-react/icons/link";
import { Suspense } from "react";
import { useSession } from "#accounts/client/session.ts";
import { authorPath } from "#prompts/authors.ts";
import { DeadEnd } from "#prompts/client/dead-end.tsx";
import { copy, copyLink, copyWithCredit } from "#prompts/client/detail/copy.ts";
import { ReportLink } from "#prompts/client/report-link.tsx";
import { ToolBadge } from "#prompts/client/tool-badge.tsx";
import { messages } from "#prompts/messages.ts";
import { versionMessages } from "#prompts/version-messages.ts";
import type { PromptVersion } from "#prompts/versions.ts";
import { Button } from "#ui/button.tsx";
import { ButtonLink, TextLink } from "#ui/button-link.tsx";
import { formatDateTime } from "#ui/dates.ts";
import { lazyPart } from "#ui/lazy-part.ts";
import { differencePath, versionsPath } from "./paths.ts";
import { VersionFrame } from "./version-frame.tsx";
import { VersionPicture } from "./version-picture.tsx";
import { versionOptions } from "./versions.queries.ts";

const VersionActions = lazyPart(async () => (await import("./version-actions.tsx")).VersionActions);

/** @param id and `number` from the URL */
export function VersionPage({ id, number }: { id: string; number: string }) {
  const query = useQuery(versionOptions(id, number));
  return (
    <VersionFrame
      back={{ href: `/prompts/${encodeURIComponent(id)}/versoes`, label: "Todas as versões" }}
      query={query}
      heading="Versão"
      missing={
        <DeadEnd
          seed="sem versão"
          title={versionMessages.versionMissing}
          text="O prompt não tem uma versão com este número, ou ela foi excluída."
          level="h1"
        >
          <ButtonLink href={`/prompts/${encodeURIComponent(id)}`}>Ver o prompt</ButtonLink>
        </DeadEnd>
      }
    >
      {(version) => <Version version={version} />}
    </VersionFrame>
  );
}

function Version({ version }: { version: PromptVersion }) {
  const { user: viewer } = useSession();
  const { prompt_id, number, is_current, title, content, description, llm_type, note, user } = version;
  const isOwn = viewer?.id === version.user_id;
  return (
    <article className="grid gap-x-10 gap-y-6 pb-12 lg:grid-cols-12">
      <header className="lg:col-span-12">
        <p className="mb-4 rounded-tile rounded-tr-corner border border-line bg-sunken p-4 text-sm">
          {is_current ? (
            <>
              Esta é a versão atual.{" "}
              <TextLink href={`/prompts/${prompt_id}`}>Ver a página do prompt</TextLink>
            </>
          ) : (
            <>
              Esta é a versão {number}, que já não é a atual.{" "}
              <TextLink href={`/prompts/${prompt_id}`}>Ver a atual</TextLink> ou{" "}
              <TextLink href={differencePath(prompt_id, version.newest, number)}>
                o que mudou desde então
              </TextLink>
            </>
          )}
        </p>
        <ToolBadge name={llm_type.name} />
        <h1 className="mt-3 text-3xl wrap-anywhere">{title}</h1>
        <p className="mt-3 text-sm text-muted">
          Versão {number}, de <time dateTime={version.created_at}>{formatDateTime(version.created_at)}</time>,
          por <TextLink href={authorPath(version.user_id)}>{user.username}</TextLink>
        </p>
        {note && <p className="mt-2 wrap-anywhere">{note}</p>}
      </header>
      <div className="min-w-0 lg:col-span-5 lg:order-last">
        <VersionPicture version={version} sizes="(min-width: 64rem) 32rem, 100vw" loading="first" />
      </div>
      <div className="min-w-0 lg:col-span-7">
        <section
          aria-label="Prompt"
          className="rounded-tile rounded-tr-corner border border-line bg-card p-5 sm:p-6"
        >
          <p className="text-prompt whitespace-pre-wrap wrap-anywhere">{content}</p>
        </section>
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
          <Button
            onClick={() =>
              void copy(content, { title: messages.promptCopied, description: messages.promptCopiedText })
            }
          >
            Copiar esta versão
          </Button>
          <Button variant="ghost" onClick={() => void copyWithCredit(content, user.username)}>
            <Copy aria-hidden="true" className="size-4.5" /> Copiar com crédito
          </Button>
          <Button variant="ghost" onClick={copyLink}>
            <LinkIcon aria-hidden="true" className="size-4.5" /> Copiar link
          </Button>
          {!isOwn && <ReportLink type="prompt" id={prompt_id} version={number} />}
        </div>
        {isOwn && !is_current && (
          <Suspense>
            <VersionActions version={version} versionsPath={versionsPath(prompt_id)} />
          </Suspense>
        )}
        {description && (
          <section aria-labelledby="descricao" className="mt-8">
            <h2 id="descricao" className="text-xl">
              Sobre este prompt
            </h2>
            <p className="mt-3 text-muted whitespace-pre-wrap wrap-anywhere">{description}</p>
          </section>
        )}
      </div>
    </article>
  );
}
