/** Asks before a key is revoked, by its name and what ends with it. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { KeyView } from "#accounts/key-contract.ts";
import { keyMessages } from "#accounts/key-messages.ts";
import { ApiError } from "#platform/client/api.ts";
import { ConfirmActions } from "#ui/confirm-actions.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { RelativeTime } from "#ui/relative-time.tsx";
import { toast } from "#ui/toast.ts";
import type { DialogState } from "#ui/use-lazy-dialog.tsx";
import { revokeKey } from "./keys.queries.ts";

export function RevokeKeyDialog({ shown, open, onClose }: { shown: KeyView } & DialogState) {
  const client = useQueryClient();
  const [running, setRunning] = useState(false);
  const [failed, setFailed] = useState<string>();
  const { id, name, prefix, last_used_at } = shown;

  async function revoke() {
    setRunning(true);
    setFailed(undefined);
    try {
      await revokeKey(client, id);
      toast({ title: keyMessages.revoked, description: name, variant: "success" });
    } catch (error) {
      setFailed(error instanceof ApiError ? error.message : keyMessages.failedText);
      setRunning(false);
    }
  }

  return (
    <Dialog open={open} onOpenChange={(next) => !next && !running && onClose()} title="Revogar chave?">
      <p className="wrap-anywhere">
        <strong>“{name}”</strong> (<code>{prefix}…</code>) deixa de funcionar na hora e para sempre: os
        programas que a usam passam a receber um erro.
      </p>
      <p className="mt-3 text-sm text-muted">
        {last_used_at ? (
          <>
            O último uso foi <RelativeTime date={last_used_at} />. O que ela publicou continua publicado.
          </>
        ) : (
          "Ela nunca foi usada."
        )}
      </p>
      <ConfirmActions
        label="Revogar chave"
        running={running}
        failed={failed}
        onCancel={onClose}
        onConfirm={() => void revoke()}
      />
    </Dialog>
  );
}
