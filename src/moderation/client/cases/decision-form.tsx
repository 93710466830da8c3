/** The decision of a case: action, rule and reason. What was typed survives a refusal. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { showFailure } from "#accounts/client/form-failure.ts";
import type { CaseDetail, CaseNeighbours } from "#moderation/cases-contract.ts";
import { messages } from "#moderation/messages.ts";
import { ApiError } from "#platform/client/api.ts";
import { Button } from "#ui/button.tsx";
import { ButtonLink } from "#ui/button-link.tsx";
import { formatDateTime } from "#ui/dates.ts";
import { FormAlert } from "#ui/form-alert.tsx";
import { formBehavior } from "#ui/form-behavior.ts";
import { DECISION } from "./case-steps.tsx";
import { effectOf, nameOf, readersOf } from "./case-texts.ts";
import { caseOptions, decideCase, neighboursOptions } from "./cases.queries.ts";
import { DecisionFields, decisionOf, EMPTY, type Fields } from "./decision-fields.tsx";
import { casePath, filterOf, queuePath, useQueuePlace } from "./queue-address.ts";

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
  const place = useQueuePlace();
  const form = useForm<Fields>({ defaultValues: EMPTY, ...formBehavior });
  const { handleSubmit, setError, reset, watch, formState } = form;
  const action = watch("action");
  const { errors } = formState;

  const submit = handleSubmit(async (fields) => {
    const decision = decisionOf(fields);
    if (!decision) return;
    try {
      const after = await decideCase(id, { ...decision, version });
      const { next } = await client
        .fetchQuery(neighboursOptions(id, filterOf(place)))
        .catch(() => ({ next: null }));
      client.setQueryData(caseOptions(String(id)).queryKey, after);
      reset(EMPTY);
      setDecided({ done: nameOf(decision.action, found).done, next });
      // Lists, counts and the prompt itself, wherever they are shown.
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== "case" });
    } catch (error) {
      setDecided(undefined);
      if (error instanceof ApiError && error.status === 409) await reload().catch(() => undefined);
      showFailure(error, "Não foi possível registrar a decisão", setError);
    }
  });

  return (
    <section
      id={DECISION}
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
          <DecisionFields
            form={form}
            actions={actions}
            labelOf={(value) => nameOf(value, found).label}
            effectOf={(value, ground) => effectOf(value, found, ground)}
            readersOf={(value) => readersOf(value, found)}
            category={found.category}
          />
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
  /** The decision as a sentence. */
  done: string;
  next: CaseNeighbours["next"];
}

/** The decision, and the link to the next case, which has the focus: one press leads there. */
function Decided({ done, next }: DecidedProps) {
  const place = useQueuePlace();
  const onward = useRef<HTMLDivElement>(null);
  useEffect(() => onward.current?.querySelector("a")?.focus(), []);
  const isWhole = Object.keys(filterOf(place)).length === 0;
  return (
    <div ref={onward} className="mt-3 grid gap-3 rounded-tile bg-primary-soft p-4">
      <p role="status" className="font-semibold">
        {done}
      </p>
      {next ? (
        <>
          <ButtonLink href={casePath(next.id, place)} className="h-auto! min-h-11 py-2 wrap-anywhere">
            <span>
              Próximo caso: <bdi>{next.label}</bdi>
            </span>
          </ButtonLink>
          <ButtonLink href={queuePath(place, next.id)} variant="secondary">
            Voltar à fila
          </ButtonLink>
        </>
      ) : (
        <ButtonLink href={queuePath(place)}>
          {isWhole ? "A fila está vazia: voltar" : "Não há outro caso com este filtro: voltar"}
        </ButtonLink>
      )}
    </div>
  );
}
