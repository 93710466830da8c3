/** Makes an API key, then shows it, once: it cannot be closed by mistake before it was copied. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useState, useSyncExternalStore } from "react";
import { type UseFormRegisterReturn, useForm } from "react-hook-form";
import * as z from "zod/mini";
import { showFailure } from "#accounts/client/form-failure.ts";
import { PasswordOfOldLogin } from "#accounts/client/password-of-old-login.tsx";
import { type CreatedKey, KEY_DAYS, newKeyForm } from "#accounts/key-contract.ts";
import { KEY_SCOPES, keyMessages, SCOPE_NAMES, SCOPE_SENTENCES } from "#accounts/key-messages.ts";
import { ApiError } from "#platform/client/api.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { FieldError } from "#ui/field.tsx";
import { FormAlert } from "#ui/form-alert.tsx";
import { formBehavior } from "#ui/form-behavior.ts";
import { RadioGroup } from "#ui/radio-group.tsx";
import { SubmitButton } from "#ui/submit-button.tsx";
import { TextField } from "#ui/text-field.tsx";
import type { DialogState } from "#ui/use-lazy-dialog.tsx";
import { createKey } from "./keys.queries.ts";
import { NewKey } from "./new-key.tsx";
import { uncopiedKey } from "./uncopied-key.ts";

export function CreateKeyDialog({ email, open, onClose }: { email: string } & DialogState) {
  const made = useSyncExternalStore(uncopiedKey.subscribe, uncopiedKey.get, () => null);
  /** Whether the key was copied, or its owner knows that it is not shown again. */
  const [mayClose, setMayClose] = useState(false);
  const [warned, setWarned] = useState(false);

  function close() {
    // Not `made`: the dialog hears Escape by the function of the render before until this one's effects have run.
    if (uncopiedKey.get() && !mayClose && !warned) return setWarned(true);
    uncopiedKey.set(null);
    setMayClose(false);
    setWarned(false);
    onClose();
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={made ? "Guarde a sua chave" : "Nova chave de API"}
      description={
        made
          ? "Copie a chave agora. Por segurança, não dá para vê-la de novo."
          : "Quem tem a chave age em seu nome, dentro das permissões dela."
      }
    >
      {made ? (
        <NewKey made={made} warned={warned} onCopied={() => setMayClose(true)} onDone={close} />
      ) : (
        <KeyForm email={email} onMade={uncopiedKey.set} />
      )}
    </Dialog>
  );
}

/** Radio buttons have texts. */
const typedForm = z.extend(newKeyForm, { expires_in_days: z.string(), password: z.string() });
type Typed = z.output<typeof typedForm>;

function KeyForm({ email, onMade }: { email: string; onMade: (made: CreatedKey) => void }) {
  const client = useQueryClient();
  const [asksPassword, setAsksPassword] = useState(false);
  const { register, handleSubmit, setError, formState } = useForm<Typed>({
    resolver: zodResolver(typedForm),
    defaultValues: { name: "", scopes: ["read"], expires_in_days: "90", password: "" },
    ...formBehavior,
  });
  const submit = handleSubmit(async ({ password, expires_in_days, ...form }) => {
    const days = KEY_DAYS.find((known) => String(known) === expires_in_days) ?? 90;
    try {
      onMade(await createKey(client, { ...form, expires_in_days: days, ...(password && { password }) }));
    } catch (error) {
      if (error instanceof ApiError && error.field === "password") setAsksPassword(true);
      showFailure(error, keyMessages.failed, setError, keyMessages.failedText);
    }
  });
  const { errors } = formState;
  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      <TextField
        {...register("name")}
        label="Nome"
        autoComplete="off"
        enterKeyHint="next"
        hint="Para você reconhecê-la depois: o programa ou o computador que vai usá-la."
        error={errors.name?.message}
      />
      <Scopes register={register("scopes")} error={errors.scopes?.message} />
      <RadioGroup
        {...register("expires_in_days")}
        legend="Validade"
        options={KEY_DAYS.map((days) => ({ value: String(days), label: `${days} dias` }))}
        defaultValue="90"
        className="sm:grid-cols-3 sm:[&_label]:gap-2"
        error={errors.expires_in_days?.message}
      />
      {asksPassword && (
        <PasswordOfOldLogin {...register("password")} email={email} error={errors.password?.message} />
      )}
      <FormAlert>{errors.root?.message}</FormAlert>
      <SubmitButton loading={formState.isSubmitting}>Criar chave</SubmitButton>
    </form>
  );
}

function Scopes({ register, error }: { register: UseFormRegisterReturn; error: string | undefined }) {
  return (
    <fieldset aria-describedby={error && "scopes-error"}>
      <legend className="mb-3.5 text-sm font-semibold">Permissões</legend>
      <div className="grid gap-4">
        {KEY_SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            {...register}
            value={scope}
            label={
              <>
                <span className="block font-semibold">{SCOPE_NAMES[scope]}</span>
                <span className="mt-0.5 block text-muted">{SCOPE_SENTENCES[scope]}</span>
              </>
            }
          />
        ))}
      </div>
      <FieldError id="scopes-error">{error}</FieldError>
    </fieldset>
  );
}
