/** One line of a prompt's page: for how many it worked; after copying, the question whether it did. */
import { Suspense, useState } from "react";
import { useInterrupted } from "#accounts/client/interrupted.ts";
import { useSession } from "#accounts/client/session.ts";
import type { PromptView } from "#prompts/contract.ts";
import { hasResults, WorkedFor } from "#results/client/worked-for.tsx";
import { lazyPart } from "#ui/lazy-part.ts";

const ResultQuestion = lazyPart(async () => (await import("./result-question.tsx")).ResultQuestion);
const PromptResults = lazyPart(async () => (await import("./prompt-results.tsx")).PromptResults);

/** The line has its height from the start: the question must move nothing. */
export function ResultsRow({ prompt, used }: { prompt: PromptView; used: boolean }) {
  const { user } = useSession();
  const task = useInterrupted()?.task;
  const [opened, setOpened] = useState(false);
  const [shown, setShown] = useState(false);
  const isAsking =
    (used || (task?.id === prompt.id && task.name.startsWith("result-"))) && user?.id !== prompt.user_id;
  const summary = hasResults(prompt) ? (
    <button
      type="button"
      aria-haspopup="dialog"
      className="text-link -my-2 py-2 text-left"
      onClick={() => {
        setOpened(true);
        setShown(true);
      }}
    >
      {prompt.worked_count > 0 ? <WorkedFor {...prompt} /> : "Ainda não funcionou para ninguém"}
    </button>
  ) : (
    `Ainda sem resultados${prompt.version > 1 ? " nesta versão" : ""}`
  );
  return (
    <div className="mt-1 flex min-h-11 items-center text-sm text-muted print:hidden">
      {isAsking ? (
        <Suspense fallback={summary}>
          <ResultQuestion prompt={prompt} />
        </Suspense>
      ) : (
        summary
      )}
      {opened && (
        <Suspense>
          <PromptResults promptId={prompt.id} open={shown} onClose={() => setShown(false)} />
        </Suspense>
      )}
    </div>
  );
}
