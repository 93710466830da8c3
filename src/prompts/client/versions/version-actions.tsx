/** The author's buttons for an old version of their prompt. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { openAuthDialog } from "#accounts/client/auth-dialog-state.ts";
import { checkSession } from "#accounts/client/session.ts";
import { ApiError } from "#platform/client/api.ts";
import { messages } from "#prompts/messages.ts";
import { versionMessages } from "#prompts/version-messages.ts";
import type { PromptVersion } from "#prompts/versions.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { toast } from "#ui/toast.ts";
import { eraseVersion, restoreVersion } from "./versions.queries.ts";

const fail = (title: string, description: string) => toast({ title, description, variant: "destructive" });

export function VersionActions({ version, versionsPath }: { version: PromptVersion; versionsPath: string }) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const [asking, setAsking] = useState(false);
  const [running, setRunning] = useState<"restore" | "erase">();
  const { prompt_id, number, title } = version;

  async function run(what: "restore" | "erase") {
    setRunning(what);
    try {
      if (what === "restore") {
        await restoreVersion(client, version);
        toast({ title: `Versão ${number} restaurada`, description: title, variant: "success" });
        navigate(`/prompts/${prompt_id}`);
      } else {
        await eraseVersion(client, version);
        toast({ title: `Versão ${number} excluída`, variant: "success" });
        navigate(versionsPath, { replace: true });
      }
    } catch (error) {
      setRunning(undefined);
      setAsking(false);
      if (error instanceof ApiError && error.status === 401) {
        await checkSession();
        fail(messages.error, "Faça login para mudar as versões do seu prompt");
        return openAuthDialog("login");
      }
      const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
      fail(messages.error, refused ? error.message : versionMessages.versionChangeFailed);
    }
  }

  return (
    <section
      aria-label="Seu prompt"
      className="mt-6 flex flex-wrap gap-3 border-t border-line pt-5 print:hidden"
    >
      <Button variant="secondary" loading={running === "restore"} onClick={() => void run("restore")}>
        Restaurar esta versão
      </Button>
      <Button variant="ghost" onClick={() => setAsking(true)}>
        Excluir esta versão
      </Button>
      <Dialog
        open={asking}
        onOpenChange={(next) => !next && !running && setAsking(false)}
        title={`Excluir a versão ${number}?`}
      >
        <p className="wrap-anywhere">
          O texto da versão {number} de <strong>“{title}”</strong> será apagado para sempre, e com ele a
          imagem, se nenhuma outra versão a usa. A versão atual fica como está.
        </p>
        <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="secondary" disabled={running !== undefined} onClick={() => setAsking(false)}>
            Cancelar
          </Button>
          <Button variant="danger" loading={running === "erase"} onClick={() => void run("erase")}>
            Excluir a versão {number}
          </Button>
        </div>
      </Dialog>
    </section>
  );
}
