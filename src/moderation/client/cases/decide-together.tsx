/** Several cases on one screen, and one decision for each of them. What is refused is named; the others are decided. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { showFailure } from "#accounts/client/form-failure.ts";
import {
  areAlike,
  type CaseDetail,
  type CaseItem,
  TOGETHER,
  type TogetherAnswer,
} from "#moderation/cases-contract.ts";
import { messages } from "#moderation/messages.ts";
import { Button } from "#ui/button.tsx";
import { TextLink } from "#ui/button-link.tsx";
import { FormAlert } from "#ui/form-alert.tsx";
import { formBehavior } from "#ui/form-behavior.ts";
import { countOf } from "#ui/numbers.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { CaseCategory } from "./case-deadline.tsx";
import { RowPicture } from "./case-row.tsx";
import { effectOf, nameOf, readersOf } from "./case-texts.ts";
import { caseOptions, decideTogether } from "./cases.queries.ts";
import { DecisionFields, decisionOf, EMPTY, type Fields } from "./decision-fields.tsx";
import { casePath, type QueuePlace } from "./queue-address.ts";

interface Props {
  /** As they were chosen. */
  chosen: readonly CaseItem[];
  place: QueuePlace;
  close: () => void;
}

export function DecideTogether({ chosen, place, close }: Props) {
  const title = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [answer, setAnswer] = useState<TogetherAnswer>();
  // Read once: a decision is about the versions on the screen.
  const client = useQueryClient();
  const { data: found, error: failed } = useQuery({
    queryKey: ["cases together", ...chosen.map(({ id }) => id)],
    queryFn: () => Promise.all(chosen.map(({ id }) => client.fetchQuery(caseOptions(String(id))))),
    enabled: answer === undefined,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: with an answer, the heading says something else
  useEffect(() => {
    heading.current?.focus();
  }, [answer]);
  return (
    <section aria-labelledby={title} className="mt-6">
      <h2 id={title} ref={heading} tabIndex={-1} className="text-2xl">
        {answer ? "Decididos juntos" : `Decidir ${countOf(chosen.length, "caso", "casos")} de uma vez`}
      </h2>
      {answer ? (
        <Outcome answer={answer} chosen={chosen} place={place} close={close} />
      ) : failed ? (
        <div className="mt-4 grid justify-items-start gap-4">
          <FormAlert>{failed.message}</FormAlert>
          <Button variant="secondary" onClick={close}>
            Voltar à fila
          </Button>
        </div>
      ) : !found ? (
        <div role="status" className="mt-6">
          <span className="sr-only">Carregando casos…</span>
          <Skeleton className="h-72 w-full" />
        </div>
      ) : (
        <div className="mt-5 grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_21rem]">
          <ol className="border-t border-line">
            {found.map((one, index) => (
              <Chosen key={one.id} found={one} item={chosen[index] as CaseItem} place={place} />
            ))}
          </ol>
          <Form found={found} close={close} done={setAnswer} />
        </div>
      )}
    </section>
  );
}

/** The contents that are decided on, so that nobody decides unread. */
function Chosen({ found, item, place }: { found: CaseDetail; item: CaseItem; place: QueuePlace }) {
  const { id, target, current, snapshot, reports_list } = found;
  const { content, description, entries } = current ?? snapshot;
  const texts = [content, description, ...(entries?.map(({ note }) => note) ?? [])].filter(Boolean);
  return (
    <li className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-4 border-b border-line py-4 sm:grid-cols-[6rem_minmax(0,1fr)]">
      <RowPicture {...item} />
      <div className="grid min-w-0 gap-2">
        <p className="wrap-anywhere">
          <strong>{target.label}</strong>, de <bdi>{target.author.username}</bdi>
        </p>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <CaseCategory {...found} />
          <TextLink href={casePath(id, place)} className="inline-flex min-h-8 items-center text-sm">
            Ver o caso {id}
          </TextLink>
        </p>
        {texts.length > 0 && (
          <p className="rounded-tile bg-sunken p-3 text-sm whitespace-pre-wrap wrap-anywhere">
            {texts.join("\n\n")}
          </p>
        )}
        {reports_list.map((report) => (
          <p key={report.id} className="text-sm text-muted wrap-anywhere">
            “<bdi>{report.explanation}</bdi>”
          </p>
        ))}
      </div>
    </li>
  );
}

const once = (texts: string[], between: string) => [...new Set(texts)].join(between);

interface FormProps {
  found: CaseDetail[];
  close: () => void;
  done: (answer: TogetherAnswer) => void;
}

function Form({ found, close, done }: FormProps) {
  const client = useQueryClient();
  const form = useForm<Fields>({ defaultValues: EMPTY, ...formBehavior });
  const { handleSubmit, setError, formState } = form;
  const actions = TOGETHER.filter((action) => found.every((one) => one.actions.includes(action)));
  const submit = handleSubmit(async (fields) => {
    const decision = decisionOf(fields);
    const action = TOGETHER.find((one) => one === decision?.action);
    if (!decision || !action) return;
    try {
      const cases = found.map(({ id, version }) => ({ id, version }));
      done(await decideTogether({ ...decision, action, cases }));
    } catch (error) {
      showFailure(error, "Não foi possível registrar as decisões", setError);
    } finally {
      // After a failure in the middle too: the queue says what is decided.
      void client.invalidateQueries();
    }
  });
  if (!areAlike(found)) return <FormAlert>{messages.notAlike}</FormAlert>;
  if (actions.length === 0) {
    return (
      <div className="grid content-start justify-items-start gap-4">
        <p>Nenhuma decisão serve para todos estes casos. Decida cada um por si.</p>
        <Button variant="secondary" onClick={close}>
          Voltar à fila
        </Button>
      </div>
    );
  }
  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label="Decisão"
      className="grid content-start gap-4 self-start rounded-tile rounded-tr-corner-lg border border-edge bg-card p-4 sm:p-5 xl:sticky xl:top-28"
    >
      <DecisionFields
        form={form}
        actions={actions}
        labelOf={(action) =>
          once(
            found.map((one) => nameOf(action, one).label),
            " ou ",
          )
        }
        effectOf={(action, ground) =>
          once(
            found.map((one) => effectOf(action, one, ground)),
            " ",
          )
        }
        readersOf={(action) =>
          once(
            found.map((one) => readersOf(action, one)),
            " ",
          )
        }
        category={found[0]?.category ?? null}
      />
      <FormAlert>{formState.errors.root?.message}</FormAlert>
      <Button type="submit" loading={formState.isSubmitting}>
        Decidir {countOf(found.length, "caso", "casos")}
      </Button>
      <Button variant="secondary" onClick={close}>
        Cancelar
      </Button>
    </form>
  );
}

interface OutcomeProps extends Props {
  answer: TogetherAnswer;
}

function Outcome({ answer: { decided, refused }, chosen, place, close }: OutcomeProps) {
  const labelOf = (id: number) => chosen.find((one) => one.id === id)?.target.label ?? id;
  const listed = "mt-2 grid gap-1 wrap-anywhere";
  return (
    <div className="mt-4 grid justify-items-start gap-5">
      <div>
        <p role="status" className="font-semibold">
          {countOf(decided.length, "caso decidido", "casos decididos")}
          {refused.length > 0 && `, ${countOf(refused.length, "caso não decidido", "casos não decididos")}`}
        </p>
        <ul className={listed}>
          {decided.map((id) => (
            <li key={id}>
              <TextLink href={casePath(id, place)}>{labelOf(id)}</TextLink>
            </li>
          ))}
        </ul>
      </div>
      {refused.length > 0 && (
        <div>
          <h3 className="text-lg">Não foram decididos</h3>
          <ul className={listed}>
            {refused.map(({ id, message }) => (
              <li key={id}>
                <TextLink href={casePath(id, place)}>{labelOf(id)}</TextLink>: {message}
              </li>
            ))}
          </ul>
        </div>
      )}
      <Button onClick={close}>Voltar à fila</Button>
    </div>
  );
}
