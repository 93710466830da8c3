/** Makes a collection by its title alone, in the dialog that saves a prompt. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { showFailure } from "#accounts/client/form-failure.ts";
import { type CollectionView, newCollection } from "#collections/contract.ts";
import { messages } from "#collections/messages.ts";
import { FormAlert } from "#ui/form-alert.tsx";
import { formBehavior } from "#ui/form-behavior.ts";
import { SubmitButton } from "#ui/submit-button.tsx";
import { TextField } from "#ui/text-field.tsx";
import { createCollection } from "./collections.queries.ts";

const titleForm = z.pick(newCollection, { title: true });

interface Props {
  /** There is no other yet. */
  first: boolean;
  onMade: (made: CollectionView) => Promise<void>;
}

export function NewListForm({ first, onMade }: Props) {
  const client = useQueryClient();
  const { register, handleSubmit, setError, reset, formState } = useForm({
    resolver: zodResolver(titleForm),
    defaultValues: { title: "" },
    ...formBehavior,
  });
  const submit = handleSubmit(async ({ title }) => {
    try {
      await onMade(await createCollection(client, { title }));
      reset();
    } catch (error) {
      showFailure(error, messages.failed, setError, messages.failedText);
    }
  });
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <TextField
        {...register("title")}
        label={first ? "Nome da coleção" : "Nova coleção"}
        placeholder="Receitas da semana"
        enterKeyHint="done"
        hint="Começa privada: só você vê, até decidir mostrar."
        error={formState.errors.title?.message}
      />
      <FormAlert>{formState.errors.root?.message}</FormAlert>
      <SubmitButton variant="secondary" loading={formState.isSubmitting}>
        Criar e salvar
      </SubmitButton>
    </form>
  );
}
