/** The decision of a case: action, rule and reason. What was typed survives a refusal. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { showFailure } from "#accounts/client/form-failure.ts";
import { type CaseDetail, type CaseItem, type DecisionRequest, GROUNDLESS } from "#moderation/contract.ts";
import { messages } from "#moderation/messages.ts";
import { ApiError } from "#platform/client/api.ts";
import { Button } from "#ui/button.tsx";
import { ButtonLink } from "#ui/button-link.tsx";
import { formatDateTime } from "#ui/dates.ts";
import { FieldError } from "#ui/field.tsx";
import { FormAlert } from "#ui/form-alert.tsx";
import { formBehavior } from "#ui/form-behavior.ts";
import { Select } from "#ui/select.tsx";
import { effectOf, nameOf, readersOf } from "./case-texts.ts";
import { caseOptions, decideCase, findNextCase } from "./cases.queries.ts";
import { DecisionReason, groundOptions } from "./reason-fields.tsx";

type Decidable = DecisionRequest["action"];

interface Fields {
  action: Decidable | "";
  ground: DecisionRequest["ground"] | "";
  reason: string;
}
const EMPTY: Fields = { action: "", ground: "", reason: "" };

interface Props {
  found: CaseDetail;
  reload: () => Promise<unknown>;
}

const OWN = { reporter: messages.ownReport, prompt: messages.ownPrompt } as const;

export function DecisionForm({ found, reload }: Props) {
  const { actions, conflict, conflict_until, id, version } = found;
  const client = useQueryClient();
  const title = useId();
  const [decided, setDecided] = useState<DecidedProps>();
  const { register, handleSubmit, setError, reset, watch, formState } = useForm<Fields>({
    defaultValues: EMPTY,
    ...formBehavior,
  });
  const { action, ground } = watch();
  const needsGround = action !== "" && !GROUNDLESS.includes(action);
  const { errors } = formState;

  const submit = handleSubmit(async ({ action, ground, reason }) => {
    if (!action) return;
    const rule = GROUNDLESS.includes(action) ? "none" : ground;
    if (!rule) return;
    try {
      const after = await decideCase(id, { action, ground: rule, reason: reason.trim(), version });
      const next = await findNextCase(id).catch(() => undefined);
      client.setQueryData(caseOptions(String(id)).queryKey, after);
      reset(EMPTY);
      setDecided({ done: nameOf(action, found).done, next });
      // Lists, counts and the prompt itself, wherever they are shown.
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== "case" });
    } catch (error) {
      setDecided(undefined);
      if (error instanceof ApiError && error.status === 409) await reload().catch(() => undefined);
      showFailure(error, "A decisão não foi tomada", setError);
    }
  });

  return (
    <section
      aria-labelledby={title}
      className="rounded-tile rounded-tr-corner-lg border border-edge bg-card p-4 sm:p-5"
    >
      <h2 id={title} className="text-xl">
        Decisão
      </h2>
      {decided && <Decided key={version} {...decided} />}
      {actions.length === 0 ? (
        <p className="mt-3 text-muted">
          {conflict === "decider"
            ? `${messages.ownDecision}${conflict_until ? ` Se ninguém responder até ${formatDateTime(conflict_until)}, você pode.` : ""}`
            : conflict
              ? OWN[conflict]
              : "Não há o que decidir agora."}
        </p>
      ) : (
        <form noValidate onSubmit={submit} className="mt-4 grid gap-4">
          <fieldset aria-describedby={errors.action ? `${title}-action` : undefined}>
            <legend className="mb-1.5 text-sm font-semibold">O que fazer</legend>
            <div className="grid grid-cols-2 gap-2">
              {actions.map((value) => (
                <label
                  key={value}
                  className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-tile border border-edge px-3 py-2 text-sm font-medium hover:border-ink last:odd:col-span-2 has-checked:border-primary has-checked:bg-primary-soft"
                >
                  <input
                    type="radio"
                    value={value}
                    aria-invalid={errors.action ? true : undefined}
                    className="size-6 shrink-0"
                    {...register("action", {
                      validate: (chosen) =>
                        (chosen !== "" && actions.includes(chosen)) || messages.actionRequired,
                    })}
                  />
                  {nameOf(value, found).label}
                </label>
              ))}
            </div>
            <FieldError id={`${title}-action`}>{errors.action?.message}</FieldError>
          </fieldset>
          <p role="status" className="text-sm text-muted empty:hidden">
            {action && actions.includes(action) && effectOf(action, found, ground)}
          </p>
          {needsGround && (
            <Select
              {...register("ground", { required: messages.groundRequired })}
              label="Regra descumprida"
              placeholder="Escolha a regra"
              options={groundOptions}
              error={errors.ground?.message}
            />
          )}
          <DecisionReason register={register} errors={errors} rows={4} told={readersOf(action, found)} />
          <FormAlert>{errors.root?.message}</FormAlert>
          <Button type="submit" loading={formState.isSubmitting}>
            {action && actions.includes(action) ? nameOf(action, found).label : "Decidir"}
          </Button>
        </form>
      )}
    </section>
  );
}

interface DecidedProps {
  /** What was decided, as a sentence. */
  done: string;
  next: CaseItem | undefined;
}

/** What was decided, and the way on, which has the focus: the next case is one press away. */
function Decided({ done, next }: DecidedProps) {
  const onward = useRef<HTMLDivElement>(null);
  useEffect(() => onward.current?.querySelector("a")?.focus(), []);
  return (
    <div ref={onward} className="mt-3 grid gap-3 rounded-tile bg-primary-soft p-4">
      <p role="status" className="font-semibold">
        {done}
      </p>
      {next ? (
        <ButtonLink href={`/admin/denuncias/${next.id}`} className="h-auto! min-h-11 py-2 wrap-anywhere">
          Próximo caso: {next.target.label}
        </ButtonLink>
      ) : (
        <ButtonLink href="/admin/denuncias">A fila está vazia: voltar</ButtonLink>
      )}
    </div>
  );
}
