/** Asks staff for their passkey, after a login with the password. */
import { useQueryClient } from "@tanstack/react-query";
import KeyRound from "lucide-react/icons/key-round";
import { useState } from "react";
import { passkeyMessages } from "#accounts/passkey-messages.ts";
import { ApiError } from "#platform/client/api.ts";
import { Button } from "#ui/button.tsx";
import { FormAlert } from "#ui/form-alert.tsx";

export interface StepProps {
  onDone?: () => void;
  /** Puts it off, where that can be done. */
  onLater?: () => void;
}

export function PasskeyStepForm({ onDone, onLater }: StepProps) {
  const client = useQueryClient();
  const [running, setRunning] = useState(false);
  const [failed, setFailed] = useState<string>();
  async function use() {
    setRunning(true);
    setFailed(undefined);
    try {
      const { raiseSession } = await import("./device.ts");
      if (await raiseSession()) {
        // Whatever was refused before is asked for anew.
        await client.invalidateQueries();
        onDone?.();
      }
    } catch (error) {
      setFailed(error instanceof ApiError ? error.message : passkeyMessages.failedText);
    } finally {
      setRunning(false);
    }
  }
  return (
    <div className="grid gap-5">
      <p>
        Você entrou com a senha. Para cuidar do site, confirme também com a digital, o rosto ou o PIN do
        aparelho que tem a sua chave de acesso.
      </p>
      <FormAlert>{failed}</FormAlert>
      <div className="flex flex-wrap gap-3">
        <Button loading={running} onClick={() => void use()}>
          <KeyRound aria-hidden="true" className="size-4" /> Usar chave de acesso
        </Button>
        {onLater && (
          <Button variant="secondary" onClick={onLater}>
            Agora não
          </Button>
        )}
      </div>
      <p className="text-sm text-muted">
        Perdeu a chave? Quem administra o site pode pedir a remoção dela, que acontece um dia depois.
      </p>
    </div>
  );
}
