/** The form for a new prompt. Whatever goes wrong, what was typed stays. Loaded when it is needed. */
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { useLocation } from "wouter";
import { openAuthDialog } from "#accounts/client/auth-dialog-state.ts";
import { checkSession, useSession } from "#accounts/client/session.ts";
import { ApiError } from "#platform/client/api.ts";
import { LLM_TYPES, TEXT_LIMITS } from "#prompts/catalog.ts";
import { publishPrompt } from "#prompts/client/prompts.queries.ts";
import type { NewPrompt } from "#prompts/contract.ts";
import { messages } from "#prompts/messages.ts";
import { Button } from "#ui/button.tsx";
import { formBehavior } from "#ui/form-behavior.ts";
import { Select } from "#ui/select.tsx";
import { TextArea, TextField } from "#ui/text-field.tsx";
import { toast } from "#ui/toast.ts";
import { ImageField } from "./image-field.tsx";
import { LimitHint } from "./limit-hint.tsx";
import { createDraftResolver, EMPTY_DRAFT, type PromptDraft, profaneWords } from "./prompt-draft.ts";

const resolver = createDraftResolver();

const tools = LLM_TYPES.map(({ id, name }) => ({ value: String(id), label: name }));

const fail = (title: string, description: string) => toast({ title, description, variant: "destructive" });

function askForLogin() {
  fail(messages.error, messages.loginToSubmit);
  openAuthDialog("login");
}

export function PromptForm() {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const { status } = useSession();
  const form = useForm<PromptDraft, unknown, NewPrompt>({
    defaultValues: EMPTY_DRAFT,
    resolver,
    ...formBehavior,
  });
  const { register, control, handleSubmit, setError, clearErrors, trigger, getValues, reset } = form;
  const { errors, isSubmitting } = form.formState;

  async function publish(prompt: NewPrompt) {
    if (status !== "signed-in") return askForLogin();
    try {
      const { id } = await publishPrompt(client, prompt);
      toast({ title: messages.success, description: messages.submitted, variant: "success" });
      navigate(`/prompts/${id}`);
    } catch (error) {
      explain(error);
    }
  }

  /** Marks the field at fault, and says in a toast what happened. */
  function explain(error: unknown) {
    const refusal =
      error instanceof ApiError && error.status >= 400 && error.status < 500 ? error : undefined;
    if (refusal?.status === 401 || refusal?.code === "user_banned") {
      void checkSession().catch(() => undefined);
      return askForLogin();
    }
    const field = refusal?.field === "thumbnail_url" ? "image" : refusal?.field;
    if (refusal && field && field in EMPTY_DRAFT) {
      setError(field as keyof PromptDraft, { message: refusal.message }, { shouldFocus: true });
    }
    fail(messages.error, refusal?.message ?? messages.submitFailed);
  }

  /** Profanity and a missing picture are said in a toast as well (specification, section 8). */
  async function refuse() {
    const words = await profaneWords(getValues());
    if (words.length > 0) fail(messages.profanityFound, `Revise estas palavras: ${words.join(", ")}`);
    else if (!getValues("image")) fail(messages.imageNeeded, messages.imageRequired);
  }

  return (
    <form method="post" noValidate onSubmit={handleSubmit(publish, refuse)} className="grid gap-6">
      <TextField
        {...register("title")}
        label="Título"
        autoComplete="off"
        placeholder="Ex.: Retrato em aquarela com luz de fim de tarde"
        hint={<LimitHint control={control} name="title" limit={TEXT_LIMITS.title} />}
        error={errors.title?.message}
      />
      <TextArea
        {...register("content")}
        label="Prompt"
        className="[&_textarea]:min-h-56"
        placeholder="Cole aqui o texto completo, do jeito que funcionou para você."
        hint={
          <LimitHint control={control} name="content" limit={TEXT_LIMITS.content}>
            O que cada pessoa deve preencher, escreva entre colchetes: [tema].
          </LimitHint>
        }
        error={errors.content?.message}
      />
      <Select
        {...register("llm_type_id")}
        label="Ferramenta de IA"
        placeholder="Selecione"
        options={tools}
        error={errors.llm_type_id?.message}
      />
      <ImageField {...{ control, trigger, clearErrors }} error={errors.image?.message} />
      <TextField
        {...register("image_alt")}
        label="Texto alternativo da imagem"
        optional
        autoComplete="off"
        hint={
          <LimitHint control={control} name="image_alt" limit={TEXT_LIMITS.image_alt}>
            Descreva a imagem em uma frase, para quem não pode vê-la.
          </LimitHint>
        }
        error={errors.image_alt?.message}
      />
      <TextArea
        {...register("description")}
        label="Descrição"
        optional
        rows={3}
        hint={
          <LimitHint control={control} name="description" limit={TEXT_LIMITS.description}>
            Para que serve, como usar, o que adaptar.
          </LimitHint>
        }
        error={errors.description?.message}
      />
      <div className="flex flex-col-reverse gap-3 border-t border-line pt-6 sm:flex-row sm:justify-end">
        <Button variant="secondary" size="lg" disabled={isSubmitting} onClick={() => reset(EMPTY_DRAFT)}>
          Cancelar
        </Button>
        <Button type="submit" size="lg" loading={isSubmitting}>
          Enviar Prompt
        </Button>
      </div>
    </form>
  );
}
