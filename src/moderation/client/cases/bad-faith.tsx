/** Beside a member's report: the form that warns who made it in bad faith, or pauses that member's reporting. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { showFailure } from "#accounts/client/form-failure.ts";
import type { CaseDetail } from "#moderation/cases-contract.ts";
import { PAUSE_DAYS, type SANCTIONS } from "#moderation/contract.ts";
import { Button } from "#ui/button.tsx";
import { isComposing } from "#ui/composing.ts";
import { FormAlert } from "#ui/form-alert.tsx";
import { formBehavior } from "#ui/form-behavior.ts";
import { RadioGroup } from "#ui/radio-group.tsx";
import { toast } from "#ui/toast.ts";
import { caseOptions, sanctionReporter } from "./cases.queries.ts";
import { DecisionReason } from "./decision-reason.tsx";

type Sanction = (typeof SANCTIONS)[number];

const OPTIONS: Record<Sanction, { label: string; sentence: string }> = {
  warn: { label: "Advertir", sentence: "A pessoa recebe um aviso e continua podendo denunciar." },
  pause: {
    label: `Pausar as denúncias por ${PAUSE_DAYS} dias`,
    sentence: "O que é urgente (imagem íntima, crianças, violência) a pessoa ainda pode denunciar.",
  },
};

interface Props {
  caseId: number;
  report: CaseDetail["reports_list"][number];
}

export function BadFaith(props: Props) {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  return (
    <>
      <Button
        ref={opener}
        variant="ghost"
        size="sm"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="mt-1 -ml-3 text-muted"
      >
        Denúncia de má-fé…
      </Button>
      {open && <SanctionForm {...props} close={close} />}
    </>
  );
}

function SanctionForm({ caseId, report, close }: Props & { close: () => void }) {
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  const { register, handleSubmit, setError, formState } = useForm<{ action: Sanction; reason: string }>({
    defaultValues: { action: "warn", reason: "" },
    ...formBehavior,
  });
  const { errors, isSubmitting } = formState;
  const { username } = report.reporter;

  const submit = handleSubmit(async ({ action, reason }) => {
    try {
      const after = await sanctionReporter(caseId, report.id, { action, reason: reason.trim() });
      const title = action === "warn" ? "Advertência enviada." : "Denúncias pausadas.";
      toast({ title, variant: "success" });
      close();
      client.setQueryData(caseOptions(String(caseId)).queryKey, after);
      document.querySelector("main")?.focus({ preventScroll: true });
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== "case" });
    } catch (error) {
      showFailure(error, "Não foi possível registrar a decisão", setError);
    }
  });

  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      onKeyDown={({ key, nativeEvent }) => key === "Escape" && !isComposing(nativeEvent) && close()}
      aria-label={`Denúncia de má-fé de ${username ?? "uma pessoa"}`}
      className="mt-2 grid max-w-xl gap-4 rounded-tile border border-line bg-card p-4"
    >
      <RadioGroup
        {...register("action")}
        legend="O que fazer"
        defaultValue="warn"
        options={report.sanctions.map((value) => ({ value, ...OPTIONS[value] }))}
        {...(!report.sanctions.includes("pause") && {
          hint: "A pausa só é possível depois de uma advertência.",
        })}
      />
      <DecisionReason
        register={register}
        errors={errors}
        rows={3}
        readers={`${username ?? "A pessoa"} recebe este texto e pode contestar a decisão.`}
      />
      <FormAlert>{errors.root?.message}</FormAlert>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" loading={isSubmitting}>
          Decidir
        </Button>
        <Button type="button" size="sm" variant="secondary" onClick={close}>
          Cancelar
        </Button>
      </div>
    </form>
  );
}
