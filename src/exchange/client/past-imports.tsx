/** Imports of the last day, each of which can be undone. */

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ImportView } from "#exchange/contract.ts";
import { messages } from "#exchange/messages.ts";
import { isolated } from "#language/isolated.ts";
import { ApiError } from "#platform/client/api.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmActions } from "#ui/confirm-actions.tsx";
import { formatDateTime } from "#ui/dates.ts";
import { Dialog } from "#ui/dialog.tsx";
import { countOf } from "#ui/numbers.ts";
import { RelativeTime } from "#ui/relative-time.tsx";
import { toast } from "#ui/toast.ts";
import { importsOptions, undoImport } from "./imports.queries.ts";

/** Titles that a question names. */
const NAMED = 8;

export function PastImports({ userId }: { userId: string }) {
  const { data = [] } = useQuery(importsOptions(userId));
  const [asked, setAsked] = useState<ImportView>();
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="desfazer" className="mt-14 border-t border-line pt-8">
      <h2 id="desfazer" className="text-xl">
        Importações das últimas 24 horas
      </h2>
      <p className="mt-2 text-sm text-muted">
        Cada uma pode ser desfeita por 24 horas. O que foi desfeito também conta para o limite de 24 horas.
      </p>
      <ul className="mt-4 divide-y divide-line border-y border-line">
        {data.map((made) => (
          <li key={made.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
            <div className="min-w-0 text-sm">
              <p className="font-semibold">
                {countOf(made.prompts.length, "prompt", "prompts")}
                {made.collection && `, coleção “${isolated(made.collection.title)}”`}
              </p>
              <p className="text-muted">
                <RelativeTime date={made.created_at} />; dá para desfazer até{" "}
                {formatDateTime(made.undo_until)}
              </p>
            </div>
            <Button size="sm" variant="secondary" onClick={() => setAsked(made)}>
              Desfazer…
            </Button>
          </li>
        ))}
      </ul>
      {asked && <UndoDialog made={asked} onClose={() => setAsked(undefined)} />}
    </section>
  );
}

function UndoDialog({ made, onClose }: { made: ImportView; onClose: () => void }) {
  const client = useQueryClient();
  const [running, setRunning] = useState(false);
  const [failed, setFailed] = useState<string>();
  const going = made.prompts.filter(({ changed }) => !changed);
  const staying = made.prompts.length - going.length;
  const { collection } = made;

  async function undo() {
    setRunning(true);
    setFailed(undefined);
    try {
      const { removed, kept } = await undoImport(client, made.id);
      toast({
        title: messages.undone,
        description: `${countOf(removed, "prompt excluído", "prompts excluídos")}${kept > 0 ? `; ${countOf(kept, "ficou", "ficaram")}` : ""}.`,
        variant: "success",
      });
      onClose();
    } catch (error) {
      setFailed(error instanceof ApiError ? error.message : messages.undoFailed);
      setRunning(false);
    }
  }

  return (
    <Dialog open onOpenChange={(open) => !open && !running && onClose()} title="Desfazer a importação?">
      {going.length > 0 && (
        <>
          <p>
            {going.length === 1 ? "Sai do site um prompt" : `Saem do site ${going.length} prompts`}, com as
            curtidas e as respostas que {going.length === 1 ? "recebeu" : "receberam"}:
          </p>
          <ul className="mt-3 list-disc space-y-1 pl-5 wrap-anywhere marker:text-muted">
            {going.slice(0, NAMED).map(({ id, title }) => (
              <li key={id}>{title}</li>
            ))}
            {going.length > NAMED && <li>e mais {going.length - NAMED}</li>}
          </ul>
        </>
      )}
      {collection && (
        <p className="mt-3 wrap-anywhere">
          {collection.changed
            ? `A coleção “${isolated(collection.title)}” fica, porque você a alterou.`
            : `A coleção “${isolated(collection.title)}” também é excluída.`}
        </p>
      )}
      {staying > 0 && (
        <p className="mt-3">
          {staying === 1 ? "Um fica" : `${staying} ficam`}, porque você editou depois de importar.
        </p>
      )}
      <ConfirmActions
        label="Desfazer importação"
        running={running}
        failed={failed}
        onCancel={onClose}
        onConfirm={() => void undo()}
      />
    </Dialog>
  );
}
