/** What would come of a file: each prompt with its line, why it cannot come, and what it is like. */
import { type Ref, useState } from "react";
import { FORMAT_LABELS, MOST_AT_ONCE, type Preview, type PreviewedPrompt } from "#exchange/contract.ts";
import { messages } from "#exchange/messages.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { FormAlert } from "#ui/form-alert.tsx";
import { countOf } from "#ui/numbers.ts";

interface Props {
  preview: Preview;
  heading: Ref<HTMLHeadingElement>;
  running: boolean;
  failed: string | undefined;
  onImport: (chosen: number[], makeCollection: boolean) => void;
  /** Looks at others of the file. @param from the first of them */
  onLook: (from: number) => void;
  onBack: () => void;
}

/** Others' prompts and near copies come only if they are asked for. */
const isSuggested = ({ state, author, alike }: PreviewedPrompt) =>
  state === "ready" && author === null && (alike ?? []).length === 0;

export function PreviewedFile({ preview, heading, running, failed, onImport, onLook, onBack }: Props) {
  const { prompts, total, collection, allowed, allowed_why, ignored } = preview;
  const ready = prompts.filter(({ state }) => state === "ready");
  const suggested = prompts.filter(isSuggested).slice(0, allowed);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(
    () => new Set(suggested.map(({ place }) => place)),
  );
  const canCollect = collection?.refused === null;
  const [makeCollection, setMakeCollection] = useState(canCollect);
  const refusedCount = prompts.filter(({ state }) => state === "refused").length;
  const there = prompts.length - ready.length - refusedCount;
  const isTooMany = chosen.size > allowed;
  const uncompared = ready.some(({ alike }) => alike === null);
  const first = prompts[0]?.place ?? 1;
  const last = first + prompts.length - 1;

  const toggle = (place: number) =>
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(place)) next.add(place);
      return next;
    });

  return (
    <section aria-labelledby="previa">
      <h2 id="previa" ref={heading} tabIndex={-1} className="text-2xl">
        {countOf(total, "prompt", "prompts")} no arquivo
      </h2>
      <ul className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-sm text-muted">
        <li>{FORMAT_LABELS[preview.format]}</li>
        <li>{countOf(ready.length, "pode vir", "podem vir")}</li>
        {refusedCount > 0 && <li>{countOf(refusedCount, "recusado", "recusados")}</li>}
        {there > 0 && <li>{countOf(there, "repetido", "repetidos")}</li>}
        {total > prompts.length && (
          <li>
            Aqui, do {first}º ao {last}º
          </li>
        )}
      </ul>
      {ignored.length > 0 && (
        <p className="mt-3 text-sm text-muted wrap-anywhere">Não vêm estes campos: {ignored.join(", ")}.</p>
      )}
      {allowed_why && ready.length > allowed && <p className="mt-3 text-sm font-medium">{allowed_why}</p>}
      {uncompared && (
        <p className="mt-3 text-sm text-muted">
          Não deu tempo de comparar todos com os que já estão no site: veja se não há cópias.
        </p>
      )}
      {collection && (
        <div className="mt-5">
          <Checkbox
            label={`Criar a coleção “${collection.title}”, privada`}
            checked={makeCollection}
            disabled={!canCollect}
            error={collection.refused ?? undefined}
            onChange={(event) => setMakeCollection(event.target.checked)}
          />
        </div>
      )}
      {ready.length > 1 && allowed > 0 && (
        <div className="mt-5 flex flex-wrap gap-3">
          <Button
            size="sm"
            variant="secondary"
            onClick={() => setChosen(new Set(ready.slice(0, allowed).map(({ place }) => place)))}
          >
            {ready.length > allowed ? "Marcar até o limite" : "Marcar todos"}
          </Button>
          <Button size="sm" variant="ghost" onClick={() => setChosen(new Set())}>
            Desmarcar todos
          </Button>
        </div>
      )}
      <ol className="mt-4 divide-y divide-line border-y border-line">
        {prompts.map((prompt) => (
          <Row key={prompt.place} prompt={prompt} checked={chosen.has(prompt.place)} onToggle={toggle} />
        ))}
      </ol>
      <div className="mt-6 grid gap-4">
        <FormAlert>
          {failed ?? (isTooMany ? `Marque até ${countOf(allowed, "prompt", "prompts")} agora.` : undefined)}
        </FormAlert>
        <div className="flex flex-wrap gap-3">
          <Button
            loading={running}
            disabled={chosen.size === 0 || isTooMany}
            onClick={() =>
              onImport(
                [...chosen].sort((one, other) => one - other),
                makeCollection,
              )
            }
          >
            {chosen.size === 0 ? "Importar" : `Importar ${countOf(chosen.size, "prompt", "prompts")}`}
          </Button>
          <Button variant="secondary" disabled={running} onClick={onBack}>
            Voltar ao arquivo
          </Button>
          {last < total && (
            <Button variant="ghost" disabled={running} onClick={() => onLook(last + 1)}>
              Ver os próximos {Math.min(MOST_AT_ONCE, total - last)}
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}

interface RowProps {
  prompt: PreviewedPrompt;
  checked: boolean;
  onToggle: (place: number) => void;
}

function Row({ prompt, checked, onToggle }: RowProps) {
  const { place, line, title, tool, tags, author, state, reasons, alike } = prompt;
  const name = title || "Sem título";
  return (
    <li className="py-4">
      <Checkbox
        label={<span className="text-base font-semibold text-ink wrap-anywhere">{name}</span>}
        checked={checked}
        disabled={state !== "ready"}
        onChange={() => onToggle(place)}
      />
      <div className="mt-1.5 pl-9 text-sm text-muted">
        <ul className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <li>Linha {line}</li>
          {tool && <li>{tool}</li>}
          {tags.length > 0 && <li className="wrap-anywhere">{tags.join(", ")}</li>}
          {author && <li className="wrap-anywhere">De {author}: publique só se a licença deixa</li>}
          {(state === "own" || state === "repeated") && (
            <li>
              <Badge>{messages[state]}</Badge>
            </li>
          )}
        </ul>
        {reasons.length > 0 && (
          <ul className="mt-1.5 list-disc space-y-1 pl-5 font-medium text-danger wrap-anywhere">
            {reasons.map(({ field, message }) => (
              <li key={field + message}>{message}</li>
            ))}
          </ul>
        )}
        {alike && alike.length > 0 && (
          <p className="mt-1.5 wrap-anywhere">
            Quase igual a{" "}
            {alike.map(({ id, title: other, author: by }, at) => (
              <span key={id}>
                {at > 0 && ", "}
                <a className="text-link" href={`/prompts/${id}`} target="_blank" rel="noopener">
                  “{other}”, de {by}
                </a>
              </span>
            ))}
          </p>
        )}
      </div>
    </li>
  );
}
