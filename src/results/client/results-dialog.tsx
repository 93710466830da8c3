/** For whom a prompt worked: by model, with what people noted. */
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import type { NoteView, ResultsView } from "#results/contract.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { QueryError } from "#ui/error-state.tsx";
import { countOf, formatCount } from "#ui/numbers.ts";
import { RelativeTime } from "#ui/relative-time.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { OUTCOME_LABELS, OUTCOME_SENTENCES } from "./outcomes.ts";
import { resultsOptions } from "./results.queries.ts";

interface Props {
  promptId: number;
  /** ISO 8601; null while it has worked for nobody. */
  lastWorkedAt: string | null;
  open: boolean;
  onClose: () => void;
  /** The address of a user's page. */
  authorPath: (userId: string) => string;
  /** The link by which a note is reported. */
  reportLink: (note: NoteView) => ReactNode;
}

export function ResultsDialog({ open, onClose, ...rest }: Props) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title="Para quem funcionou">
      <Results {...rest} />
    </Dialog>
  );
}

function Results({ promptId, lastWorkedAt, ...rest }: Omit<Props, "open" | "onClose">) {
  const query = useQuery(resultsOptions(promptId));
  const { data, error } = query;
  if (error && !data) return <QueryError message={error.message} query={query} />;
  if (!data) {
    return (
      <div role="status" className="grid gap-3">
        <span className="sr-only">Carregando…</span>
        <Skeleton className="h-5 w-3/4" />
        <Skeleton className="h-28" />
      </div>
    );
  }
  return (
    <>
      <p className="text-sm text-muted">
        {countOf(data.answered_count, "pessoa respondeu", "pessoas responderam")} sobre esta versão.
        {lastWorkedAt && (
          <>
            {" "}
            Funcionou pela última vez <RelativeTime date={lastWorkedAt} />.
          </>
        )}
      </p>
      <Models models={data.models} />
      <Notes promptId={promptId} before={null} {...rest} />
    </>
  );
}

function Models({ models }: Pick<ResultsView, "models">) {
  return (
    <table className="mt-4 w-full text-sm tabular-nums">
      <thead className="text-left text-xs text-muted">
        <tr>
          <th className="py-1.5 font-normal">Modelo</th>
          {Object.values(OUTCOME_LABELS).map((label) => (
            <th key={label} className="py-1.5 pl-3 text-right font-normal whitespace-nowrap">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {models.map(({ model, worked, partly, failed }) => (
          <tr key={model} className="border-t border-line">
            <th className="py-2 text-left font-semibold wrap-anywhere">{model}</th>
            <td className="py-2 pl-3 text-right">{formatCount(worked)}</td>
            <td className="py-2 pl-3 text-right">{formatCount(partly)}</td>
            <td className="py-2 pl-3 text-right">{formatCount(failed)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type NotesProps = Omit<Props, "open" | "onClose" | "lastWorkedAt"> & { before: number | null };

/** A page of notes, and below it the next one, once it is asked for. */
function Notes(props: NotesProps) {
  const { promptId, before, authorPath, reportLink } = props;
  const query = useQuery(resultsOptions(promptId, before));
  const { data, error } = query;
  const [more, setMore] = useState(false);
  if (error && !data) return <QueryError message={error.message} query={query} />;
  const { data: notes = [], next = null } = data?.notes ?? {};
  return (
    <>
      {notes.length > 0 && (
        <ul aria-label={before === null ? "Observações" : "Mais observações"} className="mt-4">
          {notes.map((note) => (
            <li key={note.id} className="border-t border-line py-3 text-sm">
              <p className="whitespace-pre-wrap wrap-anywhere">{note.note}</p>
              <p className="flex items-center justify-between gap-x-3 text-xs text-muted">
                <span className="flex min-w-0 flex-wrap items-center gap-x-2">
                  <Link
                    href={authorPath(note.user_id)}
                    className="inline-flex min-h-11 min-w-11 items-center underline decoration-edge underline-offset-2 hover:text-ink"
                  >
                    {note.user.username}
                  </Link>
                  <span className="wrap-anywhere">
                    {OUTCOME_SENTENCES[note.outcome]} no <bdi>{note.model}</bdi>
                  </span>
                  <RelativeTime date={note.answered_at} />
                </span>
                <span className="shrink-0">{reportLink(note)}</span>
              </p>
            </li>
          ))}
        </ul>
      )}
      {next !== null &&
        (more ? (
          <Notes {...props} before={next} />
        ) : (
          <Button variant="secondary" size="sm" onClick={() => setMore(true)}>
            Mostrar mais
          </Button>
        ))}
    </>
  );
}
