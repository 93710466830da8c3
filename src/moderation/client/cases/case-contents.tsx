/** The reported content as it was, as it is now if that differs, and earlier reported versions. */

import { useState } from "react";
import { isolated } from "#language/isolated.ts";
import type { CaseContent, CaseDetail } from "#moderation/cases-contract.ts";
import { HIDING_CATEGORIES } from "#moderation/contract.ts";
import { capitalized, TARGETS } from "#moderation/messages.ts";
import { FIELD_LABELS } from "#prompts/client/field-labels.ts";
import { FURTHER_TEXTS, TEXT_FIELDS } from "#prompts/fields.ts";
import { OUTCOME_SENTENCES } from "#results/client/outcomes.ts";
import { Button } from "#ui/button.tsx";
import { TextLink } from "#ui/button-link.tsx";
import { formatDateTime } from "#ui/dates.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { CaseSection } from "./case-parts.tsx";
import { useCasePicture } from "./use-case-picture.ts";

/** Whether a text or the picture has changed since. */
function differs(then: CaseContent, now: CaseContent): boolean {
  const keys = [...TEXT_FIELDS, "remix_note", "username", "model", "outcome", "picture"] as const;
  const lists = [then, now].map(({ tags, entries }) =>
    JSON.stringify([tags, entries?.map(({ prompt_id, note }) => [prompt_id, note])]),
  );
  return keys.some((key) => then[key] !== now[key]) || lists[0] !== lists[1];
}

export function CaseContents({ found }: { found: CaseDetail }) {
  const { snapshot, earlier, current, target, sealed_until, difference } = found;
  const changed = current !== null && differs(snapshot, current);
  const { type } = target;
  const isUser = type === "user";
  const { noun, end } = TARGETS[type];
  // A prompt that waits for its review, or what the admin has acted upon in a list.
  const isReported = found.reports > 0;
  const title = isReported ? "O que foi denunciado" : capitalized(`${end} ${noun}`);
  return (
    <CaseSection title={title}>
      <div className={changed ? "grid gap-6 md:grid-cols-2" : undefined}>
        <div className="min-w-0">
          {changed && (
            <h3 className="mb-2 text-base">
              {isReported ? "Como foi denunciado" : "Como era ao abrir o caso"}
            </h3>
          )}
          <Content content={snapshot} isUser={isUser}>
            <CasePicture key={snapshot.picture} content={snapshot} found={found} />
          </Content>
        </div>
        {changed && (
          <div className="min-w-0">
            <h3 className="mb-2 text-base">Como está agora</h3>
            <Content content={current} isUser={isUser}>
              {type === "collection" && !current.entries && (
                <p className="text-sm text-muted">
                  Quem criou a coleção a tornou privada: o que há nela agora só essa pessoa vê.
                </p>
              )}
              {current.image && current.picture === snapshot.picture ? (
                <p className="text-sm text-muted">A imagem é a mesma.</p>
              ) : (
                <CasePicture key={current.picture} content={current} found={found} />
              )}
            </Content>
          </div>
        )}
      </div>
      {difference && (
        <p className="mt-3">
          <TextLink href={difference} className="inline-flex min-h-8 items-center">
            Ver o que mudou, palavra por palavra
          </TextLink>
        </p>
      )}
      {found.alike_case && (
        <p className="mt-3">
          A imagem se parece com a de um prompt removido.{" "}
          <TextLink href={`/admin/denuncias/${found.alike_case}`}>Compare com o caso dele</TextLink> antes de
          decidir.
        </p>
      )}
      {sealed_until && (
        <p className="mt-3">
          O texto e a imagem estão guardados sob sigilo até {formatDateTime(sealed_until)}, para as
          autoridades. O site não os mostra a ninguém.
        </p>
      )}
      {!changed && (
        <p className="mt-3 text-sm text-muted">
          {current
            ? isReported
              ? "Continua como foi denunciado."
              : "Continua como era ao abrir o caso."
            : `${end === "a" ? "Esta" : "Este"} ${noun} não existe mais.`}
        </p>
      )}
      {earlier.length > 0 && (
        <details className="mt-6">
          <summary className="min-h-11 cursor-pointer py-2 font-semibold">
            {isReported ? "Versões denunciadas antes" : "Versões anteriores"} ({earlier.length})
          </summary>
          <div className="mt-2 grid gap-6 md:grid-cols-2">
            {earlier.map((content) => (
              <Content key={JSON.stringify(content)} content={content} isUser={isUser}>
                <CasePicture content={content} found={found} />
              </Content>
            ))}
          </div>
        </details>
      )}
    </CaseSection>
  );
}

interface ContentProps {
  content: CaseContent;
  isUser: boolean;
  /** The picture. */
  children: React.ReactNode;
}

function Content({ content, isUser, children }: ContentProps) {
  const { title, content: text, remix_note, username, edited_at, tags, version } = content;
  const { model, outcome, entries } = content;
  return (
    <div className="grid min-w-0 content-start gap-4 rounded-tile rounded-tr-corner-lg border border-line bg-card p-4">
      {children}
      <dl className="grid gap-3">
        {isUser && <Fact term="Nome de usuário">{username}</Fact>}
        {title !== null && <Fact term="Título">{title}</Fact>}
        {model !== null && outcome && (
          <Fact term="Resposta">{`${OUTCOME_SENTENCES[outcome]} no ${isolated(model)}`}</Fact>
        )}
        {text !== null && <Fact term={model === null ? "Prompt" : "Observação"}>{text}</Fact>}
        {FURTHER_TEXTS.filter((field) => content[field]).map((field) => (
          <Fact key={field} term={FIELD_LABELS[field]}>
            {content[field]}
          </Fact>
        ))}
        {remix_note && <Fact term="O que muda na adaptação">{remix_note}</Fact>}
        {tags.length > 0 && <Fact term="Tags">{tags.join(", ")}</Fact>}
        {entries && entries.length > 0 && (
          <Fact term="Anotações">
            <Notes entries={entries} />
          </Fact>
        )}
        {version !== null && <Fact term="Versão">{version}</Fact>}
        {edited_at && <Fact term="Alterado em">{formatDateTime(edited_at)}</Fact>}
      </dl>
    </div>
  );
}

function Fact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-xs font-semibold text-muted">{term}</dt>
      <dd className="mt-0.5 whitespace-pre-wrap wrap-anywhere">{children}</dd>
    </div>
  );
}

/** The notes of a collection's entries. */
function Notes({ entries }: { entries: NonNullable<CaseContent["entries"]> }) {
  return (
    <ul className="grid gap-2 whitespace-normal">
      {entries.map(({ prompt_id, title, note }) => (
        <li key={prompt_id}>
          <span className="block text-sm text-muted">{title}</span>
          <span className="whitespace-pre-wrap">{note}</span>
        </li>
      ))}
    </ul>
  );
}

/** Nobody has to look at a picture of the worst kinds before wanting to. */
function CasePicture({ content: { picture, image }, found }: { content: CaseContent; found: CaseDetail }) {
  const { category } = found;
  const [shown, setShown] = useState(category === null || !HIDING_CATEGORIES.includes(category));
  const { url, failed } = useCasePicture(shown ? picture : null);
  if (!picture) return null;
  if (!shown) {
    return (
      <div className="grid h-64 w-full place-items-center content-center gap-3 rounded-tile bg-sunken p-4 text-center">
        <p className="text-sm">A imagem pode ser forte.</p>
        <Button variant="secondary" size="sm" onClick={() => setShown(true)}>
          Mostrar a imagem
        </Button>
      </div>
    );
  }
  if (failed) return <p className="text-sm text-muted">A imagem não está mais guardada.</p>;
  if (!url) return <Skeleton className="h-64 w-full" />;
  return (
    <img
      src={url}
      alt={
        image?.alt ??
        (found.reports > 0 ? "Imagem denunciada, sem descrição" : "Imagem do prompt, sem descrição")
      }
      className="max-h-[28rem] w-full rounded-tile bg-sunken object-contain"
    />
  );
}
