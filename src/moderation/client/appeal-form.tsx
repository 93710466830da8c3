/** The form by which a reporter contests a decision. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { useLocation } from "wouter";
import { toastFailure } from "#accounts/client/form-failure.ts";
import { APPEAL_LENGTH, appealRequest } from "#moderation/contract.ts";
import { ApiError, fetchApi } from "#platform/client/api.ts";
import { postedKey } from "#platform/client/posted-form.ts";
import { Button } from "#ui/button.tsx";
import { formatDateTime } from "#ui/dates.ts";
import { FormAlert } from "#ui/form-alert.tsx";
import { formBehavior } from "#ui/form-behavior.ts";
import { TextArea } from "#ui/text-field.tsx";
import { CharacterCount } from "./character-count.tsx";
import { usePosted } from "./posted.ts";
import { receiptOptions, receiptPath, reportCallPath } from "./receipt.queries.ts";

/** @param until ISO 8601: when it is too late */
export function AppealForm({ code, until }: { code: string; until: string }) {
  const client = useQueryClient();
  const [path] = useLocation();
  const posted = usePosted(path);
  const text = posted?.values.text ?? "";
  const { register, control, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(appealRequest),
    defaultValues: { text },
    ...formBehavior,
  });
  const { errors, isSubmitting, isSubmitted } = formState;
  const refused = isSubmitted ? undefined : posted?.errors;

  const submit = handleSubmit(async (body) => {
    try {
      await fetchApi(`${reportCallPath(code)}/appeal`, { method: "POST", body });
      client.removeQueries({ queryKey: postedKey(path) });
      await client.invalidateQueries({ queryKey: receiptOptions(code).queryKey });
      // The form has disappeared.
      document.querySelector("main")?.focus();
    } catch (error) {
      const field = error instanceof ApiError && error.field === "text" ? "text" : "root";
      const message = toastFailure(
        "A contestação não foi enviada",
        error,
        "Ocorreu um erro. Tente novamente.",
      );
      setError(field, { message }, { shouldFocus: field === "text" });
    }
  });

  return (
    <section aria-labelledby="contestar" className="mt-10 border-t border-line pt-8">
      <h2 id="contestar" className="scroll-mt-24 text-xl">
        Não concorda?
      </h2>
      <p className="mt-2 text-muted">
        Você pode contestar esta decisão uma vez, até <time dateTime={until}>{formatDateTime(until)}</time>.
        Quem a revê é outra pessoa, se houver mais de uma na moderação.
      </p>
      <form
        noValidate
        method="post"
        action={`${receiptPath(code)}#contestar`}
        onSubmit={submit}
        className="mt-5 grid gap-5"
      >
        <TextArea
          {...register("text")}
          defaultValue={text}
          label="Por que a decisão deve mudar?"
          hint={<CharacterCount control={control} name="text" limit={APPEAL_LENGTH} />}
          error={errors.text?.message ?? refused?.text}
        />
        <FormAlert>{errors.root?.message ?? refused?.root}</FormAlert>
        <div>
          <Button type="submit" loading={isSubmitting}>
            Enviar contestação
          </Button>
        </div>
      </form>
    </section>
  );
}
