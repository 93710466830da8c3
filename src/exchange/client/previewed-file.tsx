/** Preview of a file: each prompt with its line, why it cannot be imported, and which prompts it resembles. */

import { type Ref, useState } from "react";
import { FORMAT_LABELS, MOST_PREVIEWED, type Preview, type PreviewedPrompt } from "#exchange/contract.ts";
import { tooManyToday } from "#exchange/input-messages.ts";
import { messages } from "#exchange/messages.ts";
import { foldText } from "#language/fold.ts";
import { isolated } from "#language/isolated.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { FormAlert } from "#ui/form-alert.tsx";
import { countOf, formatCount } from "#ui/numbers.ts";
import { Select } from "#ui/select.tsx";
import { TextField } from "#ui/text-field.tsx";

interface Props {
  preview: Preview;
  /** Names of files that stayed behind. */
  left: string[];
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

/** Rows that are shown at once. */
const PAGE = 50;

/** The filters of the list, besides the search. */
const ROW_FILTERS = {
  all: { label: "Todos", has: () => true },
  ready: { label: "Prontos para importar", has: ({ state }) => state === "ready" },
  refused: { label: "Que não podem ser importados", has: ({ state }) => state !== "ready" },
  others: { label: "De outras pessoas", has: ({ author }) => author !== null },
} satisfies Record<string, { label: string; has: (prompt: PreviewedPrompt) => boolean }>;
type RowFilter = keyof typeof ROW_FILTERS;

const searchText = ({ title, author, tags, file }: PreviewedPrompt) =>
  foldText([title, author, file, ...tags].filter(Boolean).join(" "));

export function PreviewedFile({ preview, left, heading, running, failed, onImport, onLook, onBack }: Props) {
  const { prompts, total, collection, allowed, allowed_why, ignored } = preview;
  const ready = prompts.filter(({ state }) => state === "ready");
  const suggested = prompts.filter(isSuggested).slice(0, allowed);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(
    () => new Set(suggested.map(({ place }) => place)),
  );
  const canCollect = collection?.refused === null;
  const [makeCollection, setMakeCollection] = useState(canCollect);
  const [shown, setShown] = useState<RowFilter>("all");
  const [search, setSearch] = useState("");
  const [page, setPage] = useState(1);
  const [isLicensed, setLicensed] = useState(false);
  const [isUnlicensed, setUnlicensed] = useState(false);
  const refusedCount = prompts.filter(({ state }) => state === "refused").length;
  const repeatedCount = prompts.length - ready.length - refusedCount;
  const others = prompts.filter(({ author }) => author !== null);
  const othersChosen = others.filter(({ place }) => chosen.has(place)).length;
  const isTooMany = chosen.size > allowed;
  const hasUncompared = ready.some(({ alike }) => alike === null);
  const first = prompts[0]?.place ?? 1;
  const last = first + prompts.length - 1;
  const searched = foldText(search).trim();
  const filtered = prompts.filter(
    (prompt) => ROW_FILTERS[shown].has(prompt) && searchText(prompt).includes(searched),
  );
  const pages = Math.max(1, Math.ceil(filtered.length / PAGE));
  const rows = filtered.slice((page - 1) * PAGE, page * PAGE);
  const addable = filtered.filter(({ state, place }) => state === "ready" && !chosen.has(place));
  const remaining = Math.max(0, allowed - chosen.size);
  const leftBehind = [...ignored, ...left];

  const toggle = (place: number) =>
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(place)) next.add(place);
      return next;
    });
  function importChosen() {
    const isMissing = othersChosen > 0 && !isLicensed;
    setUnlicensed(isMissing);
    if (!isMissing)
      onImport(
        [...chosen].sort((one, other) => one - other),
        makeCollection,
      );
  }

  return (
    <section aria-labelledby="previa">
      <h2 id="previa" ref={heading} tabIndex={-1} className="text-2xl">
        {countOf(total, "prompt", "prompts")} no arquivo
      </h2>
      <ul className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-sm text-muted">
        <li>{FORMAT_LABELS[preview.format]}</li>
        <li>{countOf(ready.length, "pronto para importar", "prontos para importar")}</li>
        {refusedCount > 0 && <li>{countOf(refusedCount, "recusado", "recusados")}</li>}
        {repeatedCount > 0 && <li>{countOf(repeatedCount, "repetido", "repetidos")}</li>}
        {others.length > 0 && (
          <li>{countOf(others.length, "é de outra pessoa", "são de outras pessoas")}: sem marcar</li>
        )}
        {total > prompts.length && (
          <li>
            Aqui, do {formatCount(first)}º ao {formatCount(last)}º
          </li>
        )}
      </ul>
      {leftBehind.length > 0 && (
        <p className="mt-3 text-sm text-muted wrap-anywhere">
          Ficam de fora: {leftBehind.map(isolated).join(", ")}.
        </p>
      )}
      {ready.length > allowed && (
        <p className="mt-3 text-sm font-medium">{allowed_why ?? tooManyToday(allowed)}</p>
      )}
      {hasUncompared && (
        <p className="mt-3 text-sm text-muted">
          Não deu tempo de comparar todos com os que já estão no site: veja se não há cópias.
        </p>
      )}
      {collection && (
        <div className="mt-5">
          <Checkbox
            label={`Criar a coleção “${isolated(collection.title)}”, privada`}
            checked={makeCollection}
            disabled={!canCollect}
            error={collection.refused ?? undefined}
            onChange={(event) => setMakeCollection(event.target.checked)}
          />
        </div>
      )}
      {prompts.length > PAGE && (
        <div className="mt-6 grid gap-4 sm:grid-cols-2">
          <TextField
            label="Procurar no arquivo"
            type="search"
            value={search}
            onChange={(event) => {
              setSearch(event.target.value);
              setPage(1);
            }}
          />
          <Select
            label="Mostrar"
            options={Object.entries(ROW_FILTERS).map(([value, { label }]) => ({ value, label }))}
            value={shown}
            onChange={(event) => {
              setShown(event.target.value as RowFilter);
              setPage(1);
            }}
          />
        </div>
      )}
      {ready.length > 1 && allowed > 0 && (
        <div className="mt-5 flex flex-wrap items-center gap-3">
          <Button
            size="sm"
            variant="secondary"
            disabled={addable.length === 0 || remaining === 0}
            onClick={() =>
              setChosen(new Set([...chosen, ...addable.slice(0, remaining).map(({ place }) => place)]))
            }
          >
            {addable.length > remaining ? "Marcar até o limite" : "Marcar todos"}
          </Button>
          <Button size="sm" variant="ghost" onClick={() => setChosen(new Set())}>
            Desmarcar todos
          </Button>
          <p role="status" className="text-sm text-muted">
            {countOf(chosen.size, "marcado", "marcados")}
            {filtered.length < prompts.length && `, ${countOf(filtered.length, "mostrado", "mostrados")}`}
          </p>
        </div>
      )}
      <ol start={(page - 1) * PAGE + 1} className="mt-4 divide-y divide-line border-y border-line">
        {rows.map((prompt) => (
          <Row key={prompt.place} prompt={prompt} checked={chosen.has(prompt.place)} onToggle={toggle} />
        ))}
        {rows.length === 0 && (
          <li className="py-6 text-sm text-muted">
            Nenhum prompt do arquivo corresponde à busca e ao filtro.
          </li>
        )}
      </ol>
      {pages > 1 && (
        <nav aria-label="Páginas da prévia" className="mt-4 flex items-center justify-between gap-2">
          <Button size="sm" variant="secondary" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Anteriores
          </Button>
          <p role="status" className="text-sm text-muted">
            Página {page} de {pages}
          </p>
          <Button size="sm" variant="secondary" disabled={page === pages} onClick={() => setPage(page + 1)}>
            Próximos
          </Button>
        </nav>
      )}
      <div className="mt-6 grid gap-4">
        {othersChosen > 0 && (
          <Checkbox
            label={`A licença permite publicar ${othersChosen === 1 ? "o prompt que é de outra pessoa" : `os ${formatCount(othersChosen)} prompts que são de outras pessoas`}; o nome de quem escreveu vai na descrição`}
            checked={isLicensed}
            error={
              isUnlicensed && !isLicensed
                ? "Confirme a licença, ou desmarque o que é de outras pessoas"
                : undefined
            }
            onChange={(event) => setLicensed(event.target.checked)}
          />
        )}
        <FormAlert>
          {failed ?? (isTooMany ? `Marque até ${countOf(allowed, "prompt", "prompts")} agora.` : undefined)}
        </FormAlert>
        <div className="flex flex-wrap gap-3">
          <Button loading={running} disabled={chosen.size === 0 || isTooMany} onClick={importChosen}>
            {chosen.size === 0 ? "Importar" : `Importar ${countOf(chosen.size, "prompt", "prompts")}`}
          </Button>
          <Button variant="secondary" disabled={running} onClick={onBack}>
            Voltar ao arquivo
          </Button>
          {last < total && (
            <Button variant="ghost" disabled={running} onClick={() => onLook(last + 1)}>
              Ver os próximos {formatCount(Math.min(MOST_PREVIEWED, total - last))}
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
  const { place, file, line, title, tool, tags, author, state, reasons, alike } = prompt;
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
          <li className="wrap-anywhere">{file ? `${isolated(file)}, linha ${line}` : `Linha ${line}`}</li>
          {tool && <li>{tool}</li>}
          {tags.length > 0 && <li className="wrap-anywhere">{tags.join(", ")}</li>}
          {author && (
            <li className="wrap-anywhere">
              De <bdi>{author}</bdi>
            </li>
          )}
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
                  “<bdi>{other}</bdi>”, de {by}
                </a>
              </span>
            ))}
          </p>
        )}
      </div>
    </li>
  );
}
