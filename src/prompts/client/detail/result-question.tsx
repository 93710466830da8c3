/** "Funcionou?" with its three answers in one row, about what was copied before. Loaded for what was copied. */
import X from "lucide-react/icons/x";
import { useSession } from "#accounts/client/session.ts";
import { OUTCOMES } from "#results/catalog.ts";
import { closeQuestion, useAsked } from "#results/client/copied-prompts.ts";
import { OUTCOME_LABELS } from "#results/client/outcomes.ts";
import { IconButton } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import type { ResultPrompt } from "./prompt-own-result.tsx";
import { useOwnResultDialog } from "./use-own-result-dialog.tsx";

export { rememberCopied } from "#results/client/copied-prompts.ts";

interface Props {
  prompt: ResultPrompt;
  /** Whether the dialog opens here after a login: on a prompt's page its line does. */
  resumes: boolean;
  className?: string | undefined;
}

/** Nothing before the reader comes back. */
export function ResultQuestion(props: Props) {
  const { user } = useSession();
  const isAsked = useAsked(props.prompt) && user?.id !== props.prompt.user_id;
  return isAsked && <Question {...props} />;
}

function Question({ prompt, resumes, className }: Props) {
  const [openOwnResult, dialog] = useOwnResultDialog(prompt, resumes);
  return (
    <>
      <fieldset
        aria-label="Funcionou?"
        className={cx("flex min-w-0 items-start font-semibold print:hidden", className)}
      >
        {/* In a narrow card the answers go below the question together, beside nothing. */}
        <div className="flex min-w-0 flex-1 flex-wrap items-center">
          <span role="status" className="mr-1 py-2">
            Funcionou?
          </span>
          <span className="-ml-1 flex flex-wrap">
            {OUTCOMES.map((one) => (
              <button
                key={one}
                type="button"
                aria-haspopup="dialog"
                className="min-h-11 rounded-tile px-2 whitespace-nowrap text-primary transition-colors hover:bg-primary-soft"
                onClick={() => openOwnResult(one)}
              >
                {OUTCOME_LABELS[one]}
              </button>
            ))}
          </span>
        </div>
        <IconButton
          label="Não perguntar mais"
          className="w-9 text-muted"
          onClick={() => closeQuestion(prompt.id)}
        >
          <X aria-hidden="true" />
        </IconButton>
      </fieldset>
      {dialog}
    </>
  );
}
