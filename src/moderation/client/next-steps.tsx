/** The steps after a report. */
import { APPEAL_DAYS } from "#moderation/contract.ts";
import { Button } from "#ui/button.tsx";
import { literalInput, TextField } from "#ui/text-field.tsx";

const STEPS = [
  ["Você recebe um código", "Com ele você acompanha a denúncia, aqui e por e-mail."],
  ["Você confirma seu e-mail", "Sem conta, é preciso abrir o link da mensagem. Antes disso, nada acontece."],
  [
    "Uma pessoa analisa",
    "Imagem íntima e crianças: em até 2 horas; em geral o prompt fica oculto assim que a denúncia é confirmada. Violência, ódio e dados pessoais: em até 1 dia. O resto: em até 7 dias.",
  ],
  [
    "Você lê a decisão",
    `Com a regra e o motivo. Se não concordar, pode contestar em até ${APPEAL_DAYS} dias.`,
  ],
] as const;

export function NextSteps() {
  return (
    <section
      aria-labelledby="depois"
      className="rounded-tile rounded-tr-corner-lg border border-line bg-sunken p-6 lg:sticky lg:top-24"
    >
      <h2 id="depois" className="text-xl">
        O que acontece depois
      </h2>
      <ol className="mt-5 grid gap-5">
        {STEPS.map(([title, text], index) => (
          <li key={title} className="flex gap-3.5">
            <span
              aria-hidden="true"
              className="grid size-8 shrink-0 place-items-center rounded-tile rounded-tr-lg bg-primary text-sm font-semibold text-on-primary"
            >
              {index + 1}
            </span>
            <div className="min-w-0">
              <p className="font-semibold">{title}</p>
              <p className="mt-0.5 text-sm text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <p className="mt-6 border-t border-line pt-4 text-sm text-muted">
        Quem publicou não fica sabendo quem denunciou.
      </p>
      {/* Leads to the report's page by the server, with and without script. */}
      <form action="/denuncias" className="mt-4 flex flex-wrap items-end gap-3 border-t border-line pt-4">
        <TextField
          name="codigo"
          label="Já denunciou? Digite o código"
          className="min-w-0 flex-1 basis-40"
          required
          maxLength={20}
          {...literalInput}
          autoCapitalize="characters"
          enterKeyHint="go"
        />
        <Button type="submit" variant="secondary" className="min-h-12">
          Ver andamento
        </Button>
      </form>
    </section>
  );
}
