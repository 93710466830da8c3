/** The dialog in which somebody says in which model a prompt worked, changes that, or takes it back. */

import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { openAuthDialog } from "#accounts/client/auth-dialog-state.ts";
import { showFailure, toastFailure } from "#accounts/client/form-failure.ts";
import { forgetInterrupted, readInterrupted, rememberInterrupted } from "#accounts/client/interrupted.ts";
import { useSession } from "#accounts/client/session.ts";
import { isolated } from "#language/isolated.ts";
import { lengthOf, unitsFor } from "#language/length.ts";
import { FIRST_DAY_MS, RESULT_TASK, RESULTS_FROM } from "#results/catalog.ts";
import {
  MODEL_LENGTH,
  modelKey,
  NOTE_LENGTH,
  OUTCOMES,
  type Outcome,
  type OwnResult,
  type ResultRequest,
  type ResultsView,
  resultRequest,
} from "#results/contract.ts";
import { countsFrom, messages } from "#results/messages.ts";
import { Button } from "#ui/button.tsx";
import { formatDateTime } from "#ui/dates.ts";
import { Dialog } from "#ui/dialog.tsx";
import { FormAlert } from "#ui/form-alert.tsx";
import { formBehavior } from "#ui/form-behavior.ts";
import { useNow } from "#ui/now.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { SubmitButton } from "#ui/submit-button.tsx";
import { literalInput, TextArea, TextField } from "#ui/text-field.tsx";
import { toast } from "#ui/toast.ts";
import { OUTCOME_LABELS } from "./outcomes.ts";
import { removeResult, sendResult } from "./own-results.queries.ts";
import { resultsOptions } from "./results.queries.ts";

const options = OUTCOMES.map((outcome) => ({ value: outcome, label: OUTCOME_LABELS[outcome] }));

interface Props {
  prompt: { id: number; title: string; version: number; edited_at: string | null };
  /** Names of models that are likely; those that others have named come first. */
  suggestions: readonly string[];
  /** Chosen already. */
  outcome: Outcome | undefined;
  open: boolean;
  onClose: () => void;
  /** Called with what the server says after each change. */
  onChange: (results: ResultsView) => void;
}

/** Visitors may fill it in; they are asked to log in when they send it, and what they typed is kept. */
export function OwnResultDialog(props: Props) {
  const { open, onClose, prompt } = props;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Funcionou?"
      description={`Sua resposta sobre “${isolated(prompt.title)}” ajuda quem vier depois.`}
    >
      <OwnResultForm {...props} />
    </Dialog>
  );
}

/** What was typed about a prompt before a login; nothing where it is not whole. */
function draftOf(promptId: number): Partial<ResultRequest> {
  const task = readInterrupted()?.task;
  if (task?.name !== RESULT_TASK || task.id !== promptId) return {};
  try {
    const draft = resultRequest.safeParse(JSON.parse(task.draft ?? ""));
    return draft.success ? draft.data : {};
  } catch {
    return {};
  }
}

/** Whether a result that is sent now needs a login, or counts later. */
function SendingHint() {
  const { user } = useSession();
  const now = useNow();
  if (!user) return <p className="text-sm text-muted">{messages.loginFirst}</p>;
  const from = new Date(Date.parse(user.createdAt) + FIRST_DAY_MS);
  return from.getTime() > now && <p className="text-sm">{countsFrom(from)}</p>;
}

function OwnResultForm({ prompt, suggestions, outcome, onClose, onChange }: Props) {
  const client = useQueryClient();
  const { user } = useSession();
  const { data } = useQuery(resultsOptions(prompt.id));
  const [draft] = useState(() => {
    const typed = draftOf(prompt.id);
    // Who opens it by the own answer changes that one.
    const said = outcome ? undefined : data?.mine?.find(({ removed }) => !removed);
    if (typed.outcome || !said) return typed;
    return { outcome: said.outcome, model: said.model, note: said.note ?? "" };
  });
  const chosen = outcome ?? draft.outcome;
  const read = { version: prompt.version, last_edit: prompt.edited_at };
  const { register, control, handleSubmit, setError, setValue, reset, formState } = useForm({
    resolver: zodResolver(resultRequest),
    // A draft keeps the version that was read when it was typed.
    defaultValues: { ...read, model: "", note: "", ...draft, outcome: chosen },
    ...formBehavior,
  });
  const { errors, isSubmitting } = formState;
  const model = useWatch({ control, name: "model" });
  const note = useWatch({ control, name: "note" });
  const mine = data?.mine ?? [];
  // Moderation has removed one of them: the server refuses new results, also one that undoes a deletion.
  const isBarred = mine.some(({ removed }) => removed);

  // The form has the draft now, which was kept during the login.
  useEffect(() => {
    if (user) forgetInterrupted();
  }, [user]);

  function logIn(said: ResultRequest) {
    rememberInterrupted({
      path: `/prompts/${prompt.id}`,
      purpose: "dizer se um prompt funcionou",
      promise: `Você responde sobre “${isolated(prompt.title)}”`,
      task: { name: RESULT_TASK, id: prompt.id, draft: JSON.stringify(said) },
    });
    onClose();
    openAuthDialog("login");
  }

  const submit = handleSubmit(async (said) => {
    if (!user) return logIn(said);
    try {
      const results = await sendResult(client, prompt.id, said);
      onChange(results);
      const from = results.mine?.find((one) => one.model === said.model)?.counts_from;
      toast({
        title: from ? "Resposta guardada" : "Resposta enviada",
        description: from ? countsFrom(from) : undefined,
        variant: "success",
      });
      onClose();
    } catch (error) {
      showFailure(error, "A resposta não foi enviada", setError);
    }
  });

  async function remove({ answered_at: _, counts_from: __, removed: ___, ...result }: OwnResult) {
    try {
      onChange(await removeResult(client, prompt.id, result.model));
      // The dialog would cover the toast with "Desfazer".
      onClose();
      const said = { ...result, ...read };
      const undo = async () => onChange(await sendResult(client, prompt.id, said));
      const failed = (error: unknown) => void toastFailure("Erro", error, messages.notFound);
      toast({
        title: "Resposta removida",
        variant: "success",
        ...(!isBarred && { action: { label: "Desfazer", onPress: () => void undo().catch(failed) } }),
      });
    } catch (error) {
      toastFailure("A resposta não foi removida", error, messages.notFound);
    }
  }

  const change = (result: OwnResult) =>
    reset({ ...result, note: result.note ?? "", ...read }, { keepDefaultValues: true });

  return (
    <>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <RadioGroup
          {...register("outcome")}
          legend="O que aconteceu?"
          options={options}
          defaultValue={chosen}
          error={errors.outcome?.message}
          className="grid-cols-[auto_auto_auto] max-sm:[&_label]:gap-2 max-sm:[&_label]:px-2.5"
        />
        <div>
          <TextField
            {...register("model")}
            label="Em qual modelo?"
            hint="Ex.: GPT-5, Gemini 2.5. Não sabe? Escreva o nome da ferramenta."
            maxLength={unitsFor(MODEL_LENGTH)}
            {...literalInput}
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
          hint={`Aparece com o seu nome quando ${RESULTS_FROM} pessoas tiverem respondido. ${lengthOf(note ?? "")} de ${NOTE_LENGTH} caracteres`}
          error={errors.note?.message}
        />
        <SendingHint />
        <FormAlert>{errors.root?.message ?? (isBarred && messages.removed)}</FormAlert>
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
            {mine.map((result) => (
              <li
                key={result.model}
                className="mt-1 flex flex-wrap items-center justify-between gap-x-3 text-sm"
              >
                <span className="min-w-0 wrap-anywhere">
                  <bdi>{result.model}</bdi>: {OUTCOME_LABELS[result.outcome]}
                  {result.removed && " (removida pela moderação)"}
                  {result.counts_from && ` (conta a partir de ${formatDateTime(result.counts_from)})`}
                </span>
                {!result.removed && (
                  <span className="flex gap-6">
                    {!isBarred && (
                      <Button variant="ghost" size="sm" onClick={() => change(result)}>
                        Mudar
                        <span className="sr-only">
                          {" "}
                          a resposta para <bdi>{result.model}</bdi>
                        </span>
                      </Button>
                    )}
                    <Button variant="ghost" size="sm" onClick={() => void remove(result)}>
                      Remover
                      <span className="sr-only">
                        {" "}
                        a resposta para <bdi>{result.model}</bdi>
                      </span>
                    </Button>
                  </span>
                )}
                {result.note && (
                  <p className="basis-full whitespace-pre-wrap wrap-anywhere text-muted">{result.note}</p>
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
