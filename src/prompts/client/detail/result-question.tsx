/** "Funcionou?", with its three answers. Loaded once the prompt was copied. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { openAuthDialog } from "#accounts/client/auth-dialog-state.ts";
import { forgetInterrupted, rememberInterrupted, useInterrupted } from "#accounts/client/interrupted.ts";
import { useSession } from "#accounts/client/session.ts";
import { changeCachedPrompt } from "#prompts/client/cached-prompts.ts";
import type { PromptView } from "#prompts/contract.ts";
import { OUTCOMES, type Outcome } from "#results/catalog.ts";
import { AnswerDialog } from "#results/client/answer-dialog.tsx";
import { ANSWERS } from "#results/client/outcomes.ts";
import type { OwnResult } from "#results/contract.ts";
import { Button } from "#ui/button.tsx";
import { closeToast, currentToast } from "#ui/toast.ts";
import { modelsOf } from "./models.ts";

const TASK = "result-";

export function ResultQuestion({ prompt }: { prompt: PromptView }) {
  const { id, title } = prompt;
  const client = useQueryClient();
  const { user } = useSession();
  const task = useInterrupted()?.task;
  const [outcome, setOutcome] = useState<Outcome>("worked");
  const [open, setOpen] = useState(false);
  const [answered, setAnswered] = useState<OwnResult>();

  function press(pressed: Outcome) {
    // That the prompt was copied is known by now, and would cover the dialog.
    closeToast(currentToast.get()?.id ?? 0);
    setOutcome(pressed);
    if (user) {
      forgetInterrupted();
      setOpen(true);
      return;
    }
    rememberInterrupted({
      path: `/prompts/${id}`,
      purpose: "dizer se um prompt funcionou",
      promise: `Sua resposta sobre “${title}” continua`,
      task: { name: TASK + pressed, id },
    });
    openAuthDialog("login");
  }

  // The login that a press has asked for.
  const begun = user && task?.id === id ? OUTCOMES.find((one) => TASK + one === task.name) : undefined;
  useEffect(() => {
    if (!begun) return;
    forgetInterrupted();
    setOutcome(begun);
    setOpen(true);
  }, [begun]);

  return (
    <>
      {answered ? (
        <>
          <span className="min-w-0 wrap-anywhere">
            Sua resposta: {ANSWERS[answered.outcome]}, no {answered.model}
          </span>
          <Button variant="ghost" size="sm" className="ml-2 shrink-0" onClick={() => press(answered.outcome)}>
            Mudar
          </Button>
        </>
      ) : (
        <fieldset aria-label="Funcionou?" className="flex min-w-0 flex-wrap items-center gap-1.5">
          <span role="status" className="mr-1 font-semibold text-ink">
            Funcionou?
          </span>
          {OUTCOMES.map((one) => (
            <Button
              key={one}
              variant="secondary"
              size="sm"
              className="max-sm:px-2"
              onClick={() => press(one)}
            >
              {ANSWERS[one]}
            </Button>
          ))}
        </fieldset>
      )}
      {open && (
        <AnswerDialog
          prompt={prompt}
          suggestions={modelsOf(prompt.llm_type_id)}
          outcome={outcome}
          open
          onClose={() => setOpen(false)}
          onChange={({ answered_count, worked_count, last_worked_at, mine }) => {
            changeCachedPrompt(client, id, { answered_count, worked_count, last_worked_at });
            setAnswered(mine?.[0]);
          }}
        />
      )}
    </>
  );
}
