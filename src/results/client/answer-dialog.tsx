/** The dialog in which somebody says in which model a prompt worked, changes that, or takes it back. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useForm, useWatch } from "react-hook-form";
import { showFailure, toastFailure } from "#accounts/client/form-failure.ts";
import { useSession } from "#accounts/client/session.ts";
import {
  MODEL_LENGTH,
  modelKey,
  NOTE_LENGTH,
  OUTCOMES,
  type Outcome,
  type OwnResult,
  type ResultsView,
  resultRequest,
} from "#results/contract.ts";
import { accountTooNew, messages } from "#results/messages.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { FormAlert } from "#ui/form-alert.tsx";
import { formBehavior } from "#ui/form-behavior.ts";
import { useNow } from "#ui/now.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { SubmitButton } from "#ui/submit-button.tsx";
import { TextArea, TextField } from "#ui/text-field.tsx";
import { toast } from "#ui/toast.ts";
import { ANSWERS } from "./outcomes.ts";
import { removeResult, resultsOptions, sendResult } from "./results.queries.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const options = OUTCOMES.map((outcome) => ({ value: outcome, label: ANSWERS[outcome] }));

interface Props {
  prompt: { id: number; title: string; version: number };
  /** Names of models that are likely; those that others have named come first. */
  suggestions: readonly string[];
  outcome: Outcome;
  open: boolean;
  onClose: () => void;
  /** Called with what the server says after each change. */
  onChange: (results: ResultsView) => void;
}

export function AnswerDialog(props: Props) {
  const { open, onClose, prompt } = props;
  const { user } = useSession();
  const opens = new Date(Date.parse(user?.createdAt ?? "1970-01-01") + DAY_MS);
  const isNew = opens.getTime() > useNow();
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Funcionou?"
      description={`Conte a quem vier depois como “${prompt.title}” se saiu.`}
    >
      {isNew ? <FormAlert>{accountTooNew(opens)}</FormAlert> : <Answer {...props} />}
    </Dialog>
  );
}

function Answer({ prompt, suggestions, outcome, onClose, onChange }: Props) {
  const client = useQueryClient();
  const { data } = useQuery(resultsOptions(prompt.id));
  const { register, control, handleSubmit, setError, setValue, reset, formState } = useForm({
    resolver: zodResolver(resultRequest),
    defaultValues: { outcome, model: "", note: "", version: prompt.version },
    ...formBehavior,
  });
  const { errors, isSubmitting } = formState;
  const model = useWatch({ control, name: "model" });
  const note = useWatch({ control, name: "note" });
  const mine = data?.mine ?? [];

  const submit = handleSubmit(async (said) => {
    try {
      onChange(await sendResult(client, prompt.id, said));
      toast({ title: "Obrigado pela resposta", variant: "success" });
      onClose();
    } catch (error) {
      showFailure(error, "A resposta não foi enviada", setError);
    }
  });

  async function remove({ answered_at: _, removed: __, ...answer }: OwnResult) {
    try {
      onChange(await removeResult(client, prompt.id, answer.model));
      // Behind the dialog, the way back could not be reached.
      onClose();
      const said = { ...answer, version: prompt.version };
      const undo = async () => onChange(await sendResult(client, prompt.id, said));
      const failed = (error: unknown) => void toastFailure("Erro", error, messages.notFound);
      toast({
        title: "Resposta removida",
        variant: "success",
        action: { label: "Desfazer", onPress: () => void undo().catch(failed) },
      });
    } catch (error) {
      toastFailure("A resposta não foi removida", error, messages.notFound);
    }
  }

  const change = (answer: OwnResult) =>
    reset({ ...answer, note: answer.note ?? "", version: prompt.version }, { keepDefaultValues: true });

  return (
    <>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <RadioGroup
          {...register("outcome")}
          legend="Este prompt funcionou?"
          options={options}
          defaultValue={outcome}
          error={errors.outcome?.message}
          className="grid-cols-[auto_auto_auto] max-sm:[&_label]:gap-2 max-sm:[&_label]:px-2.5"
        />
        <div>
          <TextField
            {...register("model")}
            label="Em qual modelo?"
            maxLength={MODEL_LENGTH}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            error={errors.model?.message}
          />
          <Suggestions
            names={[...(data?.models.map((one) => one.model) ?? []), ...suggestions]}
            chosen={model}
            onChoose={(name) => setValue("model", name, { shouldValidate: true })}
          />
        </div>
        <TextArea
          {...register("note")}
          rows={2}
          label="Observação"
          optional
          hint={`Aparece com o seu nome. ${[...(note ?? "")].length} de ${NOTE_LENGTH} caracteres`}
          error={errors.note?.message}
        />
        <FormAlert>{errors.root?.message}</FormAlert>
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="secondary" onClick={onClose}>
            Cancelar
          </Button>
          <SubmitButton loading={isSubmitting}>Responder</SubmitButton>
        </div>
      </form>
      {mine.length > 0 && (
        <section aria-labelledby="suas-respostas" className="mt-6 border-t border-line pt-4">
          <h3 id="suas-respostas" className="text-sm font-semibold">
            Suas respostas nesta versão
          </h3>
          <ul>
            {mine.map((answer) => (
              <li
                key={answer.model}
                className="mt-1 flex flex-wrap items-center justify-between gap-x-3 text-sm"
              >
                <span className="min-w-0 wrap-anywhere">
                  {answer.model}: {ANSWERS[answer.outcome]}
                  {answer.removed && " (removida pela moderação)"}
                </span>
                {!answer.removed && (
                  <span className="flex gap-6">
                    <Button variant="ghost" size="sm" onClick={() => change(answer)}>
                      Mudar<span className="sr-only"> a resposta para {answer.model}</span>
                    </Button>
                    <Button variant="ghost" size="sm" onClick={() => void remove(answer)}>
                      Remover<span className="sr-only"> a resposta para {answer.model}</span>
                    </Button>
                  </span>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Suggestions at most. */
const MOST = 6;

interface SuggestionsProps {
  names: string[];
  chosen: string;
  onChoose: (name: string) => void;
}

/** One press instead of typing. */
function Suggestions({ names, chosen, onChoose }: SuggestionsProps) {
  const different = [...new Map(names.map((name) => [modelKey(name), name])).entries()].slice(0, MOST);
  return (
    <fieldset aria-label="Modelos mais usados" className="mt-2 flex flex-wrap gap-2">
      {different.map(([key, name]) => (
        <button
          key={key}
          type="button"
          aria-pressed={modelKey(chosen) === key}
          onClick={() => onChoose(name)}
          className="min-h-9 rounded-tile border border-edge bg-card px-3 text-sm transition-colors hover:border-ink aria-pressed:border-primary aria-pressed:bg-primary-soft pointer-coarse:min-h-11"
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
