/** Title, description and visibility of a new collection, or of one's own. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { type Resolver, useForm } from "react-hook-form";
import { showFailure } from "#accounts/client/form-failure.ts";
import {
  changeCollection,
  collectionOptions,
  createCollection,
} from "#collections/client/collections.queries.ts";
import { type CollectionView, newCollection } from "#collections/contract.ts";
import { messages } from "#collections/messages.ts";
import { ApiError } from "#platform/client/api.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { FormAlert } from "#ui/form-alert.tsx";
import { formBehavior } from "#ui/form-behavior.ts";
import { SubmitButton } from "#ui/submit-button.tsx";
import { TextArea, TextField } from "#ui/text-field.tsx";
import { toast } from "#ui/toast.ts";
import type { DialogState } from "#ui/use-lazy-dialog.tsx";

interface Props {
  /** None for a new one. */
  collection?: CollectionView | undefined;
  onSaved: (saved: CollectionView) => void;
}

export function CollectionDialog({ open, onClose, ...props }: Props & DialogState) {
  const title = props.collection ? "Editar coleção" : "Nova coleção";
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title={title}>
      <CollectionForm {...props} onClose={onClose} />
    </Dialog>
  );
}

interface Typed {
  title: string;
  description: string;
  is_public: boolean;
}

function CollectionForm({ collection, onSaved, onClose }: Props & Pick<DialogState, "onClose">) {
  const client = useQueryClient();
  const { register, handleSubmit, setError, formState } = useForm<Typed>({
    resolver: zodResolver(newCollection) as unknown as Resolver<Typed>,
    defaultValues: {
      title: collection?.title ?? "",
      description: collection?.description ?? "",
      is_public: collection?.is_public ?? false,
    },
    ...formBehavior,
  });
  const submit = handleSubmit(async (typed) => {
    try {
      const saved = collection
        ? await changeCollection(client, collection.id, { ...typed, version: collection.version })
        : await createCollection(client, typed);
      if (collection) toast({ title: "Coleção alterada", variant: "success" });
      onSaved(saved);
      onClose();
    } catch (error) {
      // The typed text stays; the next attempt names the version that is shown behind it by then.
      if (collection && error instanceof ApiError && error.code === "changed_elsewhere")
        await client.invalidateQueries({ queryKey: collectionOptions(collection.id).queryKey });
      showFailure(error, messages.failed, setError, messages.failedText);
    }
  });
  const { errors } = formState;
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <TextField {...register("title")} label="Título" enterKeyHint="next" error={errors.title?.message} />
      <TextArea
        {...register("description")}
        label="Descrição"
        optional
        rows={3}
        hint="Para que serve esta coleção, até 500 caracteres."
        error={errors.description?.message}
      />
      <div>
        <Checkbox
          {...register("is_public")}
          disabled={collection?.withdrawn_reason !== undefined}
          label="Pública"
          error={errors.is_public?.message}
        />
        <p className="mt-2 text-xs text-muted">
          {collection?.withdrawn_reason
            ? "A moderação tornou esta coleção privada."
            : "Qualquer pessoa vê a coleção e as anotações, na sua página e em buscadores. Sem isso, só você."}
        </p>
      </div>
      <FormAlert>{errors.root?.message}</FormAlert>
      <SubmitButton loading={formState.isSubmitting}>{collection ? "Salvar" : "Criar coleção"}</SubmitButton>
    </form>
  );
}
