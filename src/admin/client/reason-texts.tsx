/** The texts with which reasons begin, which the admin changes. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { showFailure } from "#accounts/client/form-failure.ts";
import { isolated } from "#language/isolated.ts";
import { unitsFor } from "#language/length.ts";
import { REASON_TITLE_LENGTH, type ReasonText, type ReasonTextRequest } from "#moderation/cases-contract.ts";
import {
  reasonTextsOptions,
  removeReasonText,
  saveReasonText,
} from "#moderation/client/cases/cases.queries.ts";
import { CATEGORIES, CATEGORY_KEYS, type Category, DECISION_REASON_LENGTH } from "#moderation/contract.ts";
import { messages } from "#moderation/messages.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { FormAlert } from "#ui/form-alert.tsx";
import { formBehavior } from "#ui/form-behavior.ts";
import { countOf } from "#ui/numbers.ts";
import { Select } from "#ui/select.tsx";
import { TextArea, TextField } from "#ui/text-field.tsx";
import { toast } from "#ui/toast.ts";

export function ReasonTextsSection() {
  const client = useQueryClient();
  const { data, error } = useQuery(reasonTextsOptions);
  /** Id of the text that is being changed; null for a new one. */
  const [edited, setEdited] = useState<number | null>();
  const renew = () => client.invalidateQueries({ queryKey: reasonTextsOptions.queryKey });
  const done = async () => {
    await renew();
    setEdited(undefined);
  };
  const remove = async ({ id, ...text }: ReasonText) => {
    try {
      await removeReasonText(id);
      const undo = async () => {
        await saveReasonText(null, text).catch(fail);
        await renew();
      };
      toast({
        title: `Texto “${isolated(text.title)}” excluído`,
        variant: "success",
        action: { label: "Desfazer", onPress: () => void undo() },
      });
      await renew();
    } catch (failure) {
      fail(failure);
    }
  };
  return (
    <section aria-labelledby="textos-prontos" className="mt-14 max-w-2xl border-t border-line pt-8">
      <h2 id="textos-prontos" className="text-xl">
        Textos prontos
      </h2>
      <p className="mt-2 text-muted">
        Quem decide um caso começa o motivo por um destes textos e muda o que quiser antes de enviar. O que já
        foi enviado não muda.
      </p>
      <FormAlert>{error?.message}</FormAlert>
      <details className="mt-4">
        <summary className="min-h-11 cursor-pointer py-2 font-semibold">
          {countOf(data?.texts.length ?? 0, "texto pronto", "textos prontos")}
        </summary>
        <ul className="mt-2 border-t border-line">
          {data?.texts.map((text) => (
            <li key={text.id} className="border-b border-line py-4">
              {edited === text.id ? (
                <TextForm text={text} close={() => setEdited(undefined)} done={done} />
              ) : (
                <>
                  <p className="flex flex-wrap items-center gap-x-3 gap-y-1 wrap-anywhere">
                    <strong>{text.title}</strong>
                    <Badge>{text.category ? CATEGORIES[text.category].label : ALL}</Badge>
                  </p>
                  <p className="mt-1 whitespace-pre-wrap wrap-anywhere">{text.text}</p>
                  <p className="mt-1 -ml-3 flex flex-wrap gap-1">
                    <Button variant="ghost" size="sm" onClick={() => setEdited(text.id)}>
                      Alterar<span className="sr-only"> {text.title}</span>
                    </Button>
                    <Button variant="ghost" size="sm" onClick={() => void remove(text)}>
                      Excluir<span className="sr-only"> {text.title}</span>
                    </Button>
                  </p>
                </>
              )}
            </li>
          ))}
        </ul>
      </details>
      <div className="mt-4">
        {edited === null ? (
          <TextForm close={() => setEdited(undefined)} done={done} />
        ) : (
          <Button variant="secondary" onClick={() => setEdited(null)}>
            Criar um texto
          </Button>
        )}
      </div>
    </section>
  );
}

const ALL = "Todos os casos";
/** Stands for no category in the form. */
const NONE = "all";

const fail = (failure: unknown) =>
  toast({
    title: "Não foi possível mudar os textos prontos",
    description: (failure as Error).message,
    variant: "destructive",
  });

interface Fields extends Pick<ReasonTextRequest, "title" | "text"> {
  category: Category | typeof NONE;
}

interface Props {
  /** Without it, a new one. */
  text?: ReasonText;
  close: () => void;
  done: () => Promise<void>;
}

function TextForm({ text: old, close, done }: Props) {
  const { register, handleSubmit, setError, formState } = useForm<Fields>({
    defaultValues: { title: old?.title ?? "", text: old?.text ?? "", category: old?.category ?? NONE },
    ...formBehavior,
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ category, title, text }) => {
    try {
      await saveReasonText(old?.id ?? null, { title, text, category: category === NONE ? null : category });
      await done();
    } catch (error) {
      showFailure(error, "Não foi possível salvar o texto", setError);
    }
  });
  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label={old ? `Alterar ${isolated(old.title)}` : "Criar um texto"}
      className="grid gap-4"
    >
      <TextField
        {...register("title", {
          validate: (title) => title.trim() !== "" || messages.reasonTitleRequired,
        })}
        label="Nome"
        hint="Quem modera escolhe o texto por ele; mais ninguém o vê."
        autoFocus
        autoComplete="off"
        maxLength={unitsFor(REASON_TITLE_LENGTH)}
        error={errors.title?.message}
      />
      <Select
        {...register("category")}
        label="Para os casos de"
        options={[
          { value: NONE, label: ALL },
          ...CATEGORY_KEYS.map((value) => ({ value, label: CATEGORIES[value].label })),
        ]}
        error={errors.category?.message}
      />
      <TextArea
        {...register("text", {
          validate: (text) =>
            text.trim() === ""
              ? messages.reasonTextRequired
              : text.trim().length <= DECISION_REASON_LENGTH || messages.reasonTextTooLong,
        })}
        label="Texto"
        hint="Até 1.000 caracteres."
        rows={4}
        error={errors.text?.message}
      />
      <FormAlert>{errors.root?.message}</FormAlert>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" loading={isSubmitting}>
          Salvar
        </Button>
        <Button size="sm" variant="secondary" onClick={close}>
          Cancelar
        </Button>
      </div>
    </form>
  );
}
