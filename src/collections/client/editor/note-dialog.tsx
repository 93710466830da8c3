/** The note of an entry. */

import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { type Resolver, useForm } from "react-hook-form";
import { showFailure } from "#accounts/client/form-failure.ts";
import { putItem, refreshCollection } from "#collections/client/collections.queries.ts";
import { type CollectionItem, itemFields, NOTE_LENGTH } from "#collections/contract.ts";
import { messages } from "#collections/messages.ts";
import { isolated } from "#language/isolated.ts";
import { Dialog } from "#ui/dialog.tsx";
import { FormAlert } from "#ui/form-alert.tsx";
import { formBehavior } from "#ui/form-behavior.ts";
import { SubmitButton } from "#ui/submit-button.tsx";
import { TextArea } from "#ui/text-field.tsx";

interface Props {
  collectionId: number;
  item: CollectionItem;
  onClose: () => void;
}

export function NoteDialog({ collectionId, item: { prompt, note }, onClose }: Props) {
  const client = useQueryClient();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(itemFields) as unknown as Resolver<{ note: string }>,
    defaultValues: { note: note ?? "" },
    ...formBehavior,
  });
  const submit = handleSubmit(async (typed) => {
    try {
      await putItem(collectionId, prompt.id, { note: typed.note });
      await refreshCollection(client, collectionId);
      onClose();
    } catch (error) {
      showFailure(error, messages.failed, setError, messages.failedText);
    }
  });
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title="Anotação"
      description={`“${isolated(prompt.title)}”`}
    >
      <form noValidate onSubmit={submit} className="grid gap-5">
        <TextArea
          {...register("note")}
          label="Por que está na coleção, ou como usar"
          optional
          rows={4}
          hint={`Até ${NOTE_LENGTH} caracteres. Quem vê a coleção vê a anotação.`}
          error={formState.errors.note?.message}
        />
        <FormAlert>{formState.errors.root?.message}</FormAlert>
        <SubmitButton loading={formState.isSubmitting}>Salvar</SubmitButton>
      </form>
    </Dialog>
  );
}
