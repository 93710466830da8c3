/** By which moderators make a public collection private, for a reason that its owner reads; nothing for others. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { showFailure } from "#accounts/client/form-failure.ts";
import type { SessionUser } from "#accounts/client/session.ts";
import { refreshCollection } from "#collections/client/collections.queries.ts";
import type { CollectionView } from "#collections/contract.ts";
import { withdrawalRequest } from "#moderation/contract.ts";
import { fetchApi } from "#platform/client/api.ts";
import { FormAlert } from "#ui/form-alert.tsx";
import { formBehavior } from "#ui/form-behavior.ts";
import { SubmitButton } from "#ui/submit-button.tsx";
import { TextArea } from "#ui/text-field.tsx";
import { toast } from "#ui/toast.ts";
import { noticesOptions } from "./notices.queries.ts";

interface Props {
  collection: CollectionView;
  viewer: SessionUser;
}

export function CollectionWithdrawal({ collection: { id, title }, viewer }: Props) {
  const client = useQueryClient();
  const moderates = useQuery(noticesOptions(viewer.id)).data?.moderates || viewer.isAdmin;
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(withdrawalRequest),
    defaultValues: { reason: "" },
    ...formBehavior,
  });
  const submit = handleSubmit(async (body) => {
    try {
      await fetchApi<void>(`/api/admin/collections/${id}/withdrawal`, { method: "PUT", body });
      toast({ title: "A coleção agora é privada", description: title, variant: "success" });
      await refreshCollection(client, id);
    } catch (error) {
      showFailure(error, "A coleção não mudou", setError, "Ocorreu um erro. Tente novamente.");
    }
  });
  if (!moderates) return null;
  return (
    <details className="open:basis-full">
      <summary className="text-link inline-flex min-h-11 cursor-pointer items-center text-sm">
        Moderação: tornar privada…
      </summary>
      <form noValidate onSubmit={submit} className="mt-2 grid max-w-xl gap-4 pb-4">
        <TextArea
          {...register("reason")}
          label={`Por que “${title}” deixa de ser pública`}
          rows={3}
          hint="Quem criou a coleção lê o motivo nela; o registro de decisões também o guarda."
          error={formState.errors.reason?.message}
        />
        <FormAlert>{formState.errors.root?.message}</FormAlert>
        <SubmitButton variant="danger" loading={formState.isSubmitting}>
          Tornar privada
        </SubmitButton>
      </form>
    </details>
  );
}
