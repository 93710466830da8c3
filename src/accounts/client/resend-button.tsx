/** The button that requests the confirmation mail again, with a countdown between requests. */
import { Button } from "#ui/button.tsx";
import { toast } from "#ui/toast.ts";
import { toastFailure } from "./form-failure.ts";
import { formatWait, resendVerification, useResendCooldown } from "./resend-verification.ts";

export function ResendButton({ email }: { email: string }) {
  const { left, start, reset } = useResendCooldown(email);

  async function resend() {
    start();
    try {
      await resendVerification(email);
      toast({
        title: "Email reenviado com sucesso!",
        description: "Verifique sua caixa de entrada e a pasta de spam.",
        variant: "success",
      });
    } catch (error) {
      reset();
      toastFailure("Erro ao reenviar email", error, "Ocorreu um erro ao reenviar o email.");
    }
  }

  return (
    <Button variant="secondary" disabled={left > 0} onClick={resend} className="tabular-nums">
      {left > 0 ? `Aguarde ${formatWait(left)}` : "Reenviar email"}
    </Button>
  );
}
