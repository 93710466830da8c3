/** The form for a new prompt. Whatever goes wrong, what was typed stays. Loaded when it is needed. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useController, useForm } from "react-hook-form";
import { useLocation } from "wouter";
import { openAuthDialog } from "#accounts/client/auth-dialog-state.ts";
import { checkSession, useSession } from "#accounts/client/session.ts";
import { PictureError, preparePicture } from "#media/client/prepare-picture.ts";
import { ACCEPTED_IMAGE_TYPES } from "#media/contract.ts";
import { ApiError } from "#platform/client/api.ts";
import { LLM_TYPES, TEXT_LIMITS } from "#prompts/catalog.ts";
import { publishPrompt } from "#prompts/client/prompts.queries.ts";
import { messages } from "#prompts/messages.ts";
import { Button } from "#ui/button.tsx";
import { FileDrop } from "#ui/file-drop.tsx";
import { formBehavior } from "#ui/form-behavior.ts";
import { Select } from "#ui/select.tsx";
import { TextArea, TextField } from "#ui/text-field.tsx";
import { toast } from "#ui/toast.ts";
import { LimitHint } from "./limit-hint.tsx";
import {
  type CheckedPrompt,
  draftResolver,
  EMPTY_DRAFT,
  type PromptDraft,
  profaneWords,
} from "./prompt-draft.ts";

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
  const form = useForm<PromptDraft, unknown, CheckedPrompt>({
    defaultValues: EMPTY_DRAFT,
    resolver: draftResolver,
    ...formBehavior,
  });
  const { register, control, handleSubmit, setError, clearErrors, getValues, reset } = form;
  const { errors, isSubmitting } = form.formState;
  const element = useRef<HTMLFormElement>(null);
  const { field: image } = useController({ control, name: "image" });

  // Where the focus goes when the picture is what is wrong.
  const { ref } = image;
  useEffect(() => {
    ref({ focus: () => element.current?.querySelector<HTMLElement>("[name=image]")?.focus() });
  }, [ref]);

  /** Says at once when a picture cannot be sent, while the rest is still being written. */
  async function choosePicture(file: File | null) {
    image.onChange(file);
    clearErrors("image");
    if (!file) return;
    try {
      await preparePicture(file);
    } catch (error) {
      if (error instanceof PictureError && getValues("image") === file) {
        setError("image", { message: error.message });
      }
    }
  }

  async function publish({ texts, image }: CheckedPrompt) {
    if (status !== "signed-in") return askForLogin();
    try {
      const thumbnail_url = await preparePicture(image);
      const { id } = await publishPrompt(client, { ...texts, thumbnail_url });
      toast({ title: messages.success, description: messages.submitted, variant: "success" });
      navigate(`/prompts/${id}`);
    } catch (error) {
      explain(error);
    }
  }

  /** Marks the field at fault, or says in a toast what happened. */
  function explain(error: unknown) {
    if (error instanceof PictureError) {
      setError("image", { message: error.message }, { shouldFocus: true });
    } else if (!(error instanceof ApiError)) {
      fail(messages.error, messages.submitFailed);
    } else if (error.status === 401 || error.code === "user_banned") {
      void checkSession().catch(() => undefined);
      askForLogin();
    } else {
      const field = error.field === "thumbnail_url" ? "image" : error.field;
      if (field && field in EMPTY_DRAFT) {
        setError(field as keyof PromptDraft, { message: error.message }, { shouldFocus: true });
      }
      const refused = error.status >= 400 && error.status < 500;
      fail(messages.error, refused ? error.message : messages.submitFailed);
    }
  }

  /** Profanity and a missing picture are said in a toast as well (specification, section 8). */
  async function refuse() {
    const words = await profaneWords(getValues());
    if (words.length > 0) fail(messages.profanityFound, `Revise estas palavras: ${words.join(", ")}`);
    else if (!getValues("image")) fail(messages.imageNeeded, messages.imageRequired);
  }

  return (
    <form
      ref={element}
      method="post"
      noValidate
      onSubmit={handleSubmit(publish, refuse)}
      className="grid gap-6"
    >
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
        rows={9}
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
      <FileDrop
        name="image"
        label="Imagem do resultado"
        accept={ACCEPTED_IMAGE_TYPES.join(",")}
        hint="PNG, JPG, GIF até 5MB"
        value={image.value}
        onChange={(file) => void choosePicture(file)}
        error={errors.image?.message}
      />
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
