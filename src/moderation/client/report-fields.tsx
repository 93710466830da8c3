/** The form of a report. Without script it is sent as a plain form, and comes back filled if it is refused. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { type Resolver, useForm } from "react-hook-form";
import { useLocation } from "wouter";
import { openAuthDialog } from "#accounts/client/auth-dialog-state.ts";
import { toastFailure } from "#accounts/client/form-failure.ts";
import { getSession, useSession } from "#accounts/client/session.ts";
import { CATEGORIES, EXPLANATION_LENGTH, type ReportAnswer, STANDINGS } from "#moderation/contract.ts";
import {
  fieldOfRefusal,
  type ReportForm,
  reportForm,
  type TypedReport,
  toRequest,
} from "#moderation/report-form.ts";
import { ApiError, fetchApi } from "#platform/client/api.ts";
import { postedKey } from "#platform/client/posted-form.ts";
import { Button } from "#ui/button.tsx";
import { FormAlert } from "#ui/form-alert.tsx";
import { formBehavior } from "#ui/form-behavior.ts";
import { RadioGroup } from "#ui/radio-group.tsx";
import { EmailField, literalInput, TextArea, TextField } from "#ui/text-field.tsx";
import { CharacterCount } from "./character-count.tsx";
import { usePosted } from "./posted.ts";
import { receiptOptions, receiptPath } from "./receipt.queries.ts";
import { forgetReportDraft, handOnReportDraft, keepSentReport, useReportDraft } from "./report-draft.ts";

const PATH = "/denunciar";
const EMPTY: TypedReport = { address: "", category: "", explanation: "", standing: "", name: "", email: "" };
const FAILED = "A denúncia não foi enviada";

const categories = Object.entries(CATEGORIES).map(([value, { label, sentence }]) => ({
  value,
  label,
  sentence,
}));
const standings = Object.entries(STANDINGS).map(([value, label]) => ({ value, label }));

type Checked = Resolver<TypedReport, unknown, ReportForm>;

/** Chosen at each validation, because somebody may log in meanwhile: members report as themselves. */
const resolverOf =
  (origin: string): Checked =>
  (...given) =>
    (zodResolver(reportForm(origin, getSession().user !== null)) as unknown as Checked)(...given);

interface Props {
  /** The site's. */
  origin: string;
  /** The reported thing, if the page was opened from there. */
  address: string;
  /** The thing at that address. */
  shown: ReactNode;
}

export function ReportFields({ origin, address, shown }: Props) {
  const [posted] = useState(usePosted(PATH));
  const client = useQueryClient();
  // Only this form shows it: the next one resumes the draft, if that is still there.
  useEffect(() => () => client.removeQueries({ queryKey: postedKey(PATH) }), [client]);
  const { status, user } = useSession();
  const [, navigate] = useLocation();
  const start = { ...EMPTY, address, ...posted?.values };
  const refused = (name: string) => posted?.errors[name];
  const form = useForm<TypedReport, unknown, ReportForm>({
    resolver: resolverOf(origin),
    defaultValues: start,
    ...formBehavior,
  });
  const { register, control, handleSubmit, setError, getValues, watch, formState } = form;
  useReportDraft(form, start, {
    resumes: posted === undefined,
    isMember: status === "loading" ? undefined : user !== null,
  });
  const { errors, isSubmitting, isSubmitted } = formState;
  /** The error is of the browser once the form was sent by it, until then the server's. */
  const field = (name: keyof TypedReport) => ({
    ...register(name),
    defaultValue: start[name],
    error:
      errors[name]?.message ?? (isSubmitted || formState.touchedFields[name] ? undefined : refused(name)),
  });

  const submit = handleSubmit(async (report) => {
    try {
      const body = toRequest(report, origin);
      const { code } = await fetchApi<ReportAnswer>("/api/reports", { method: "POST", body });
      forgetReportDraft();
      if (!user) keepSentReport(code, getValues());
      await client.prefetchQuery(receiptOptions(code));
      navigate(receiptPath(code));
    } catch (error) {
      const field = error instanceof ApiError ? fieldOfRefusal(error) : "root";
      const message = toastFailure(FAILED, error, "Ocorreu um erro ao enviar a denúncia. Tente novamente.");
      setError(field, { message }, { shouldFocus: field !== "root" });
    }
  });

  return (
    <form noValidate method="post" action={`${PATH}#denuncia`} onSubmit={submit} className="mt-6 grid gap-8">
      {!isSubmitted && posted && (
        <FormAlert>{refused("root") ?? `${FAILED}. Confira o que está marcado abaixo.`}</FormAlert>
      )}
      <TextField
        {...field("address")}
        label="Link do que você quer denunciar"
        inputMode="url"
        {...literalInput}
        enterKeyHint="next"
        placeholder={`${origin}/prompts/123`}
        hint={
          address && watch("address") === address
            ? shown
            : "Copie da barra do navegador o endereço do prompt, do perfil ou da coleção."
        }
      />
      <RadioGroup
        {...field("category")}
        legend="O que há de errado?"
        hint="Se mais de uma servir, escolha a que vem primeiro na lista."
        options={categories}
        className="sm:grid-cols-2"
      />
      <TextArea
        {...field("explanation")}
        label="Explique com suas palavras"
        className="[&_textarea]:min-h-40"
        hint={<CharacterCount control={control} name="explanation" limit={EXPLANATION_LENGTH} />}
      />
      <RadioGroup {...field("standing")} legend="Qual é a sua relação com o caso?" options={standings} />
      {user ? (
        <p className="rounded-tile rounded-tr-corner border border-line bg-primary-soft p-4 text-sm wrap-anywhere">
          Você denuncia como <strong>{user.username}</strong>. Só a moderação vê quem denunciou.
        </p>
      ) : (
        <fieldset className="grid gap-5 rounded-tile rounded-tr-corner border border-line bg-card p-5 sm:p-6">
          <legend className="sr-only">Seu contato</legend>
          <p className="text-sm text-muted">
            Para onde mandamos o código e a decisão. Só a moderação vê.
            <span className="noscript:hidden">
              {" "}
              Tem conta?{" "}
              <button
                type="button"
                className="text-link min-h-6 font-semibold"
                onClick={() => {
                  handOnReportDraft(getValues());
                  openAuthDialog("login");
                }}
              >
                Entre
              </button>{" "}
              e não é preciso confirmar nada; o que você escreveu fica aqui.
            </span>
          </p>
          <TextField {...field("name")} label="Seu nome" autoComplete="name" enterKeyHint="next" />
          <EmailField {...field("email")} label="Seu e-mail" autoComplete="email" enterKeyHint="done" />
        </fieldset>
      )}
      <FormAlert>{errors.root?.message}</FormAlert>
      <div>
        <Button type="submit" size="lg" loading={isSubmitting}>
          Enviar denúncia
        </Button>
      </div>
    </form>
  );
}
