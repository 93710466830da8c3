/** The button that requests the confirmation mail again, with a countdown between requests, and why it failed. */
import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { FormAlert } from "#ui/form-alert.tsx";
import { toast } from "#ui/toast.ts";
import { toastFailure } from "./form-failure.ts";
import { formatWait, resendVerification, useResendCooldown } from "./resend-verification.ts";

export function ResendButton({ email }: { email: string }) {
  const { left, start, reset } = useResendCooldown(email);
  const [failed, setFailed] = useState<string>();

  async function resend() {
    start();
    setFailed(undefined);
    try {
      await resendVerification(email);
      toast({
        title: "Email reenviado com sucesso!",
        description: "Verifique sua caixa de entrada e a pasta de spam.",
        variant: "success",
      });
    } catch (error) {
      reset();
      setFailed(toastFailure("Erro ao reenviar email", error, "Ocorreu um erro ao reenviar o e-mail."));
    }
  }

  return (
    <>
      {/* Before it is known how long to wait, a press could be one too many. */}
      <Button variant="secondary" disabled={left !== 0} onClick={resend} className="tabular-nums">
        {left ? `Aguarde ${formatWait(left)}` : "Reenviar e-mail"}
      </Button>
      {failed && (
        <div className="order-last w-full">
          <FormAlert>{failed}</FormAlert>
        </div>
      )}
    </>
  );
}
