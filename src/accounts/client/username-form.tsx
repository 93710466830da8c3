/** The form to change the username. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { usernameText } from "#accounts/contract.ts";
import { FormAlert } from "#ui/form-alert.tsx";
import { formBehavior } from "#ui/form-behavior.ts";
import { SubmitButton } from "#ui/submit-button.tsx";
import { toast } from "#ui/toast.ts";
import { changeUsername } from "./account-changes.ts";
import { showFailure } from "./form-failure.ts";
import { UsernameField } from "./username-field.tsx";

const usernameForm = z.object({ username: usernameText });

interface Props {
  /** Current username. */
  username: string;
  onDone: () => void;
}

export function UsernameForm({ username, onDone }: Props) {
  const client = useQueryClient();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(usernameForm),
    defaultValues: { username },
    ...formBehavior,
  });

  const submit = handleSubmit(async (form) => {
    try {
      await changeUsername(form.username);
      // Cached queries may contain the old name.
      void client.invalidateQueries();
      toast({
        title: "Perfil atualizado",
        description: `Agora você aparece como ${form.username}.`,
        variant: "success",
      });
      onDone();
    } catch (error) {
      showFailure(error, "Erro ao salvar perfil", setError);
    }
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <UsernameField
        {...register("username")}
        enterKeyHint="done"
        error={formState.errors.username?.message}
      />
      <FormAlert>{formState.errors.root?.message}</FormAlert>
      <SubmitButton loading={formState.isSubmitting}>Salvar</SubmitButton>
    </form>
  );
}
