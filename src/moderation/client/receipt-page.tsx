/** The page of a report, for whoever knows its code: its state, the decision, and what can be done about it. */
import { useQuery } from "@tanstack/react-query";
import { useLocation, useSearch } from "wouter";
import { CATEGORIES, HIDING_CATEGORIES, type Receipt } from "#moderation/contract.ts";
import { capitalized, TARGETS } from "#moderation/messages.ts";
import type { TypedReport } from "#moderation/report-form.ts";
import { DeadEnd } from "#prompts/client/dead-end.tsx";
import { ButtonLink, TextLink } from "#ui/button-link.tsx";
import { formatDateTime } from "#ui/dates.ts";
import { QueryError } from "#ui/error-state.tsx";
import { useNow } from "#ui/now.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Tile } from "#ui/tile.tsx";
import { ConfirmPanel } from "./confirm-panel.tsx";
import { CopyCode } from "./copy-code.tsx";
import { DecisionPanel } from "./decision-panel.tsx";
import { Fact } from "./fact.tsx";
import { usePosted } from "./posted.ts";
import { receiptOptions } from "./receipt.queries.ts";
import { keepReportDraft, useSentReport } from "./report-draft.ts";

/** @param code from the URL */
export function ReceiptPage({ code }: { code: string }) {
  const query = useQuery(receiptOptions(code));
  const { data, error } = query;
  if (data === null) return <Unknown />;
  return (
    <div className="measure grid gap-y-8 py-10 sm:py-14 lg:grid-cols-12 lg:items-start lg:gap-x-10">
      {data ? (
        <Shown receipt={data} />
      ) : (
        <div className="lg:col-span-7">
          <h1 className="text-3xl">Sua denúncia</h1>
          {error ? (
            <QueryError message="Erro ao carregar a denúncia" query={query} />
          ) : (
            <Skeleton className="mt-6 h-72 rounded-tr-corner-lg" />
          )}
        </div>
      )}
    </div>
  );
}

function Unknown() {
  return (
    <div className="measure">
      <DeadEnd
        seed="sem denúncia"
        title="Denúncia não encontrada"
        text="Confira o código. Uma denúncia que não é confirmada em 7 dias é apagada."
      >
        <ButtonLink href="/denunciar">Fazer uma denúncia</ButtonLink>
      </DeadEnd>
    </div>
  );
}

/** Heading and sentence of each state. */
const STATES: Record<Exclude<Receipt["status"], "unconfirmed">, [title: string, text: string]> = {
  open: [
    "Recebemos sua denúncia",
    "Uma pessoa vai analisá-la. A decisão e o motivo chegam por e-mail e ficam nesta página.",
  ],
  decided: ["Denúncia decidida", "Abaixo, o que foi decidido e por quê."],
};

/** Texts of a report that is not confirmed yet. @param hasToken at the mailed link, which shows the button to confirm */
function unconfirmedText({ category, target }: Receipt, hasToken: boolean): [title: string, text: string] {
  if (!hasToken) {
    return [
      "Falta confirmar",
      "Sua denúncia ainda não vale: abra o link que enviamos por e-mail e confirme. Não chegou? Olhe na pasta de spam.",
    ];
  }
  const { noun, end } = TARGETS[target.type];
  const effect =
    target.type !== "user" && HIDING_CATEGORIES.includes(category)
      ? `Em geral, ${end} ${noun} fica ocult${end} assim que você confirmar, e uma pessoa decide em até ${inWords(CATEGORIES[category].hours)}.`
      : "Sem a confirmação, ninguém a analisa.";
  return ["Confirme sua denúncia", `Confirme só se foi você quem a fez. ${effect}`];
}

function Shown({ receipt }: { receipt: Receipt }) {
  const { code, status, decision, appeal } = receipt;
  const [path] = useLocation();
  const posted = usePosted(path);
  const token = new URLSearchParams(useSearch()).get("token") ?? posted?.values.token;
  const asks = status === "unconfirmed" && token;
  const sent = useSentReport(code);
  const reopened = status === "open" && appeal?.outcome === null;
  const [title, text] =
    status === "unconfirmed"
      ? unconfirmedText(receipt, Boolean(asks))
      : reopened
        ? [
            "Sua contestação está em análise",
            "Uma pessoa vai decidir de novo. A resposta chega por e-mail e fica nesta página.",
          ]
        : STATES[status];
  return (
    <>
      <div className="min-w-0 lg:col-span-7">
        <h1 className="text-3xl">{title}</h1>
        <p role="status" className="mt-4 max-w-prose text-lg text-muted">
          {text}
        </p>
        {asks && <ConfirmPanel code={code} token={token} />}
        {status === "unconfirmed" && !asks && sent && <SentTo report={sent} />}
        {decision && <DecisionPanel receipt={receipt} decision={decision} />}
        <CopyCode code={code} />
        <Facts receipt={receipt} />
      </div>
      <Tile
        seed={`denúncia ${status}`}
        columns={5}
        rows={5}
        className="sticky top-26 hidden aspect-square w-full rounded-tile rounded-tr-corner-xl lg:col-span-4 lg:col-start-9 lg:block print:hidden"
      />
    </>
  );
}

/** Where the confirmation was mailed, in the browser that reported, and the way back if it is wrong. */
function SentTo({ report }: { report: TypedReport }) {
  return (
    <p className="mt-5 border-l-4 border-accent pl-4 wrap-anywhere">
      O e-mail foi para <strong>{report.email}</strong>. Está errado?{" "}
      <TextLink href="/denunciar" className="font-semibold" onClick={() => keepReportDraft(report)}>
        Corrija e envie de novo
      </TextLink>
    </p>
  );
}

const inWords = (hours: number) =>
  hours < 24 ? `${hours} horas` : hours === 24 ? "1 dia" : `${hours / 24} dias`;

function Facts({ receipt: { status, category, created_at, target, due_at } }: { receipt: Receipt }) {
  const { label, hours } = CATEGORIES[category];
  const { noun, about } = TARGETS[target.type];
  const kind = target.type === "user" ? "Perfil" : capitalized(noun + about);
  return (
    <dl className="mt-8 grid gap-x-8 gap-y-5 border-t border-line pt-6 sm:grid-cols-2">
      <Fact bold name={kind}>
        {target.label && target.path ? (
          <TextLink href={target.path}>{target.label}</TextLink>
        ) : (
          "Não está visível no site"
        )}
      </Fact>
      <Fact bold name="Categoria">
        {label}
      </Fact>
      <Fact bold name="Enviada em">
        <time dateTime={created_at}>{formatDateTime(created_at)}</time>
      </Fact>
      {status !== "decided" && (
        <Fact bold name="Prazo para decidir">
          {due_at ? <Due at={due_at} /> : `até ${inWords(hours)} depois de confirmada`}
        </Fact>
      )}
    </dl>
  );
}

function Due({ at }: { at: string }) {
  const isLate = new Date(at).getTime() <= useNow();
  return (
    <>
      até <time dateTime={at}>{formatDateTime(at)}</time>
      {isLate && ". Estamos atrasados: sua denúncia continua na fila."}
    </>
  );
}
