/** The fields of a prompt, for new and published ones. */
import { Fragment, type KeyboardEvent, type ReactNode, useState } from "react";
import type { ImageView } from "#media/contract.ts";
import { LLM_TYPES, optionsOf, TEXT_LIMITS } from "#prompts/catalog.ts";
import { DRAFT_FIELDS } from "#prompts/client/field-labels.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { isComposing } from "#ui/composing.ts";
import { Select } from "#ui/select.tsx";
import { TextArea, TextField } from "#ui/text-field.tsx";
import { FoundPromptOffer } from "./found-prompt-offer.tsx";
import { ImageField } from "./image-field.tsx";
import { LimitHint } from "./limit-hint.tsx";
import type { PromptDraft } from "./prompt-draft.ts";
import { SamePictureNote, SimilarTextNote } from "./similar-note.tsx";
import { TagsField } from "./tags-field.tsx";
import type { DraftForm } from "./use-draft-storage.ts";
import { useFoundPrompt } from "./use-found-prompt.ts";

/** Most pictures that contain a prompt were made with it. */
const STABLE_DIFFUSION = "4";
/** Milliseconds from leaving a field to a note below it: a button that is being pressed must not move away. */
const NOTE_DELAY_MS = 400;

interface Props {
  form: DraftForm;
  /** The current picture, kept unless another is chosen. */
  current: ImageView | undefined;
  /** Whether it is made from another prompt. */
  isRemix: boolean;
  /** While the form is being sent. */
  sending: boolean;
  onRemoveImage: () => void;
  onChooseImage: () => void;
  /** Shown below the picture. */
  notice: ReactNode;
}

export function PromptFields(props: Props) {
  const { form, current, isRemix, sending, onRemoveImage, onChooseImage, notice } = props;
  const { register, control, clearErrors } = form;
  const { errors } = form.formState;
  const image = form.watch("image");
  const found = useFoundPrompt(image);
  const [left, setLeft] = useState("");

  const use = (content = "") => {
    found.dismiss();
    form.setValue("content", content, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    if (form.getValues("llm_type_id") === "")
      form.setValue("llm_type_id", STABLE_DIFFUSION, { shouldDirty: true });
    form.setFocus("content");
  };
  const dismiss = () => {
    found.dismiss();
    form.setFocus("image");
  };

  // Enter moves on instead of submitting: publishing is immediate.
  const onEnter = (next: "content" | "description") => (event: KeyboardEvent) => {
    if (event.key !== "Enter" || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    form.setFocus(next);
  };

  const controls: Record<keyof PromptDraft, ReactNode> = {
    title: (
      <TextField
        {...register("title")}
        label="Título"
        autoComplete="off"
        enterKeyHint="next"
        onKeyDown={onEnter("content")}
        placeholder="Ex.: Convite de festa em aquarela"
        hint={<LimitHint control={control} name="title" limit={TEXT_LIMITS.title} />}
        error={errors.title?.message}
      />
    ),
    content: (
      <div>
        <TextArea
          {...register("content", {
            onBlur: () => window.setTimeout(() => setLeft(form.getValues("content")), NOTE_DELAY_MS),
          })}
          label="Prompt"
          className="[&_textarea]:min-h-56"
          placeholder="Cole aqui o texto completo, do jeito que funcionou para você."
          hint={
            <LimitHint control={control} name="content" limit={TEXT_LIMITS.content}>
              Ponha entre colchetes, em palavras, o que cada pessoa vai trocar: [tema], [número de pessoas].
              Só números, como [2], não viram campo.
            </LimitHint>
          }
          error={errors.content?.message}
        />
        {/* The server says when a remix is nearly the same as its source. */}
        {!current && !isRemix && <SimilarTextNote control={control} left={left} />}
      </div>
    ),
    remix_note: isRemix && (
      <TextArea
        {...register("remix_note")}
        label="O que muda na sua adaptação"
        optional
        rows={2}
        hint={
          <LimitHint control={control} name="remix_note" limit={TEXT_LIMITS.remix_note}>
            Aparece na página. Se o texto for quase o mesmo, conte o que é diferente.
          </LimitHint>
        }
        error={errors.remix_note?.message}
      />
    ),
    llm_type_id: (
      <Select
        {...register("llm_type_id")}
        label="Ferramenta de IA"
        placeholder="Selecione"
        options={optionsOf(LLM_TYPES)}
        error={errors.llm_type_id?.message}
      />
    ),
    image: (
      <div>
        <ImageField
          {...{ control, clearErrors, current }}
          disabled={sending}
          onChosen={(file) => {
            onChooseImage();
            found.look(file);
          }}
          onRemove={onRemoveImage}
          error={errors.image?.message}
        />
        {!current && <SamePictureNote picture={image} />}
        {notice}
        {found.text !== undefined && (
          <FoundPromptOffer
            text={found.text}
            replaces={form.watch("content").trim() !== ""}
            onUse={() => use(found.text)}
            onDismiss={dismiss}
          />
        )}
      </div>
    ),
    image_alt: (
      <TextField
        {...register("image_alt")}
        label="Texto alternativo da imagem"
        optional
        autoComplete="off"
        enterKeyHint="next"
        onKeyDown={onEnter("description")}
        hint={
          <LimitHint control={control} name="image_alt" limit={TEXT_LIMITS.image_alt}>
            Descreva a imagem em uma frase, para quem não pode vê-la.
          </LimitHint>
        }
        error={errors.image_alt?.message}
      />
    ),
    description: (
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
    ),
    tags: <TagsField form={form} error={errors.tags?.message} />,
    allow_remixes: (
      <Checkbox
        label="Outras pessoas podem publicar adaptações deste prompt, com crédito para você"
        checked={form.watch("allow_remixes") === "true"}
        onChange={({ target }) =>
          form.setValue("allow_remixes", String(target.checked), { shouldDirty: true })
        }
      />
    ),
    change_note: current && (
      <TextField
        {...register("change_note")}
        label="O que mudou"
        optional
        autoComplete="off"
        hint={
          <LimitHint control={control} name="change_note" limit={TEXT_LIMITS.change_note}>
            Aparece na lista de versões.
          </LimitHint>
        }
        error={errors.change_note?.message}
      />
    ),
  };
  return DRAFT_FIELDS.map((field) => <Fragment key={field}>{controls[field]}</Fragment>);
}
