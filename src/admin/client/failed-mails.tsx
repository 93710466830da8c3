/** Mails that could not be sent: their number, recipients and errors of the newest, and a retry for all. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { FailedMail } from "#admin/contract.ts";
import { messages } from "#admin/messages.ts";
import { Button } from "#ui/button.tsx";
import { countOf, formatCount } from "#ui/numbers.ts";
import { RelativeTime } from "#ui/relative-time.tsx";
import { toast } from "#ui/toast.ts";
import { healthOptions, retryFailedMails } from "./admin.queries.ts";

const kinds: Record<FailedMail["kind"], string> = {
  confirmation: "Confirmação de cadastro",
  recovery: "Nova senha",
  notice: "Aviso",
};

interface FailedMailsProps {
  /** The newest ones. */
  mails: readonly FailedMail[];
  /** Number of all failed mails. */
  total: number;
}

export function FailedMails({ mails, total }: FailedMailsProps) {
  const client = useQueryClient();
  const retry = useMutation({
    mutationFn: retryFailedMails,
    onSuccess: ({ retried }) => {
      toast({
        title: countOf(retried, "e-mail na fila", "e-mails na fila"),
        description: messages.mailsRetried,
      });
      return client.invalidateQueries({ queryKey: healthOptions.queryKey });
    },
    onError: (error) =>
      toast({ title: messages.operationFailed, description: error.message, variant: "destructive" }),
  });
  if (mails.length === 0) return <p className="mt-2 text-muted">Nenhum e-mail aguarda nova tentativa.</p>;
  return (
    <>
      {total > mails.length && (
        <p className="mt-2 text-muted">
          São {formatCount(total)} e-mails. Aqui estão os {formatCount(mails.length)} mais recentes; o botão
          vale para todos.
        </p>
      )}
      <ul className="mt-3 border-t border-line">
        {mails.map((mail) => (
          <li
            key={mail.id}
            className="grid gap-x-6 gap-y-1 border-b border-line py-3 sm:grid-cols-[1fr_auto]"
          >
            <p className="min-w-0 wrap-anywhere">
              <strong>{kinds[mail.kind]}</strong> para {mail.to}
            </p>
            <p className="text-sm text-muted sm:text-right">
              pedido <RelativeTime date={mail.requested_at} />
            </p>
            <p className="text-sm wrap-anywhere text-muted sm:col-span-2">
              {countOf(mail.tries, "tentativa", "tentativas")};{" "}
              {mail.next_try_at ? "será tentado de novo" : "desistimos"}.{" "}
              <code className="font-mono text-xs">{mail.reason}</code>
            </p>
          </li>
        ))}
      </ul>
      <Button className="mt-4" variant="secondary" loading={retry.isPending} onClick={() => retry.mutate()}>
        Tentar enviar agora
      </Button>
    </>
  );
}
