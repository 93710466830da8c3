/** By which moderators remove what they read, without a report: an answer or a collection; nothing for others. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type Resolver, useForm } from "react-hook-form";
import type * as z from "zod/mini";
import { showFailure } from "#accounts/client/form-failure.ts";
import type { SessionUser } from "#accounts/client/session.ts";
import { callSignedIn } from "#accounts/client/signed-in-call.ts";
import {
  contentRemoval,
  type contentRemoved,
  type ContentRemoval as Removal,
} from "#moderation/cases-contract.ts";
import { brokenGround, GROUNDS } from "#moderation/contract.ts";
import { TARGETS } from "#moderation/messages.ts";
import { FormAlert } from "#ui/form-alert.tsx";
import { formBehavior } from "#ui/form-behavior.ts";
import { Select } from "#ui/select.tsx";
import { SubmitButton } from "#ui/submit-button.tsx";
import { TextArea } from "#ui/text-field.tsx";
import { toast } from "#ui/toast.ts";
import { noticesOptions } from "./notices.queries.ts";

interface Props {
  type: "result" | "collection";
  id: number;
  viewer: SessionUser;
}

type Typed = Record<keyof Removal, string>;
const grounds = brokenGround.options.map((value) => ({ value, label: GROUNDS[value].label }));

export function ContentRemoval({ type, id, viewer }: Props) {
  const client = useQueryClient();
  const moderates = useQuery(noticesOptions(viewer.id)).data?.moderates || viewer.isAdmin;
  const { register, handleSubmit, setError, reset, formState } = useForm<Typed, unknown, Removal>({
    resolver: zodResolver(contentRemoval) as unknown as Resolver<Typed, unknown, Removal>,
    defaultValues: { ground: "", reason: "" },
    ...formBehavior,
  });
  const { end, noun } = TARGETS[type];
  const submit = handleSubmit(async (body) => {
    try {
      const path = `/api/admin/${type}s/${id}/removal`;
      const { case_id } = await callSignedIn<z.infer<typeof contentRemoved>>(path, { method: "PUT", body });
      reset();
      toast({
        title: `Você removeu ${end} ${noun}`,
        description: "A decisão está no caso, e nele dá para restaurar.",
        variant: "success",
        action: { label: "Ver o caso", href: `/admin/denuncias/${case_id}` },
      });
      void client.invalidateQueries();
    } catch (error) {
      showFailure(error, "Não foi possível remover", setError, "Ocorreu um erro. Tente novamente.");
    }
  });
  if (!moderates) return null;
  return (
    <details className="open:basis-full">
      <summary className="text-link inline-flex min-h-11 cursor-pointer items-center text-sm">
        Moderação: remover {end} {noun}…
      </summary>
      <form noValidate onSubmit={submit} className="mt-2 grid max-w-xl gap-4 pb-4">
        <Select
          {...register("ground")}
          label="Regra descumprida"
          placeholder="Escolha a regra"
          options={grounds}
          error={formState.errors.ground?.message}
        />
        <TextArea
          {...register("reason")}
          label="Motivo"
          rows={3}
          hint="Quem escreveu recebe por e-mail a regra e o motivo, e pode contestar. Ninguém precisa ter denunciado."
          error={formState.errors.reason?.message}
        />
        <FormAlert>{formState.errors.root?.message}</FormAlert>
        <SubmitButton variant="danger" loading={formState.isSubmitting}>
          Remover {end} {noun}
        </SubmitButton>
      </form>
    </details>
  );
}
