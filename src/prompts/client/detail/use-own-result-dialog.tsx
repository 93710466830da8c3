/** The dialog of the viewer's own result: loaded with the first press, and opened again after a login it has asked for. */
import { type ReactNode, useEffect, useState } from "react";
import { useInterrupted } from "#accounts/client/interrupted.ts";
import { useSession } from "#accounts/client/session.ts";
import { type Outcome, RESULT_TASK } from "#results/catalog.ts";
import { sayNotOpened, useLazyDialog } from "#ui/use-lazy-dialog.tsx";
import type { ResultPrompt } from "./prompt-own-result.tsx";

/**
 * @param resumes whether the dialog opens by itself after the login that it has asked for
 * @returns a function that opens the dialog, with an outcome chosen or none; and the dialog
 */
export function useOwnResultDialog(
  prompt: ResultPrompt,
  resumes: boolean,
): [(chosen?: Outcome) => void, ReactNode] {
  const { user } = useSession();
  const [outcome, setOutcome] = useState<Outcome>();
  const [open, dialog] = useLazyDialog(
    async () => (await import("./prompt-own-result.tsx")).PromptOwnResult,
    sayNotOpened,
    { prompt, outcome },
  );
  const task = useInterrupted()?.task;
  const isBegun = resumes && user && task?.name === RESULT_TASK && task.id === prompt.id;

  function openWith(chosen?: Outcome) {
    setOutcome(chosen);
    open();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each login
  useEffect(() => {
    if (isBegun) openWith();
  }, [isBegun]);

  return [openWith, dialog];
}
