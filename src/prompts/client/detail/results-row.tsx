/** One line of a prompt's page: for how many it worked, and the reader's own answer. */
import { useQuery } from "@tanstack/react-query";
import { useSession } from "#accounts/client/session.ts";
import type { PromptView } from "#prompts/contract.ts";
import { RESULTS_FROM } from "#results/catalog.ts";
import { OUTCOME_LABELS } from "#results/client/outcomes.ts";
import { resultsOptions } from "#results/client/results.queries.ts";
import { hasResults, WorkedFor } from "#results/client/worked-for.tsx";
import { cx } from "#ui/cx.ts";
import { countOf } from "#ui/numbers.ts";
import { sayNotOpened, useLazyDialog } from "#ui/use-lazy-dialog.tsx";
import { useOwnResultDialog } from "./use-own-result-dialog.tsx";

/** The own answer counts at once, though what people said is told from some answers on. */
function tooFew({ answered_count: answers, version }: PromptView): string {
  if (answers === 0) return `Ninguém contou ainda se funcionou${version > 1 ? " nesta versão" : ""}`;
  return `${countOf(answers, "pessoa respondeu", "pessoas responderam")}; mostramos a partir de ${RESULTS_FROM}`;
}

const link = "text-link min-h-11 py-3 text-left";

export function ResultsRow({ prompt }: { prompt: PromptView }) {
  const { user } = useSession();
  const [openOwnResult, ownResultDialog] = useOwnResultDialog(prompt, true);
  const [openResults, resultsDialog] = useLazyDialog(
    async () => (await import("./prompt-results.tsx")).PromptResults,
    sayNotOpened,
    { promptId: prompt.id, lastWorkedAt: prompt.last_worked_at },
  );
  // Asked for who has answered; known too once the reader answers, or looks at the results.
  const { data } = useQuery({ ...resultsOptions(prompt.id), enabled: prompt.has_answered === true });
  const own = user && data?.mine?.[0];
  return (
    <div className="mt-1 flex min-h-11 flex-wrap items-center gap-x-4 text-sm text-muted wrap-anywhere print:hidden">
      {hasResults(prompt) ? (
        // In a narrow column each link has one line: when it worked last is in the dialog too.
        <button
          type="button"
          aria-haspopup="dialog"
          className={cx(link, "max-[26rem]:[&>span]:sr-only md:max-lg:[&>span]:sr-only")}
          onClick={openResults}
        >
          {prompt.worked_count > 0 ? <WorkedFor {...prompt} /> : "Ainda não funcionou para ninguém"}
        </button>
      ) : (
        // An own answer that does not count yet is one, too.
        !(own && prompt.answered_count === 0) && <p>{tooFew(prompt)}</p>
      )}
      {/* Who wrote it is known once scripts run: its place stays, or what follows would jump. */}
      <button
        type="button"
        aria-haspopup="dialog"
        className={cx(link, user?.id === prompt.user_id && "invisible")}
        onClick={() => openOwnResult()}
      >
        {own ? (
          <>
            Sua resposta: {OUTCOME_LABELS[own.outcome]}, no <bdi>{own.model}</bdi>
            {own.removed ? " (removida pela moderação)" : own.counts_from && " (ainda não conta)"}
          </>
        ) : (
          "Dizer se funcionou"
        )}
      </button>
      {ownResultDialog}
      {resultsDialog}
    </div>
  );
}
