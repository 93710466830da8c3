/** Confirms a report by the mailed link's token. Opening the link changes nothing: mail scanners do that too. */
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useLocation } from "wouter";
import { toastFailure } from "#accounts/client/form-failure.ts";
import type { ReportAnswer } from "#moderation/contract.ts";
import { fetchApi } from "#platform/client/api.ts";
import { Button } from "#ui/button.tsx";
import { FormAlert } from "#ui/form-alert.tsx";
import { usePosted } from "./posted.ts";
import { receiptOptions, receiptPath, reportCallPath } from "./receipt.queries.ts";

export function ConfirmPanel({ code, token }: { code: string; token: string }) {
  const client = useQueryClient();
  const [path, navigate] = useLocation();
  const [failed, setFailed] = useState(usePosted(path)?.errors.root);
  const [busy, setBusy] = useState(false);

  async function confirm(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFailed(undefined);
    try {
      const body = { token };
      await fetchApi<ReportAnswer>(`${reportCallPath(code)}/confirm`, { method: "POST", body });
      await client.invalidateQueries({ queryKey: receiptOptions(code).queryKey });
      navigate(receiptPath(code), { replace: true });
      // The pressed button has disappeared.
      document.querySelector("main")?.focus();
    } catch (error) {
      setFailed(
        toastFailure("Não foi possível confirmar a denúncia", error, "Ocorreu um erro. Tente novamente."),
      );
      setBusy(false);
    }
  }

  return (
    <form
      method="post"
      action={receiptPath(code)}
      onSubmit={confirm}
      className="mt-6 grid justify-items-start gap-5"
    >
      <input type="hidden" name="token" value={token} />
      <FormAlert>{failed}</FormAlert>
      <Button type="submit" size="lg" loading={busy}>
        Confirmar denúncia
      </Button>
    </form>
  );
}
