/** The parts of a case beside its content: reports, appeals, decisions, the author's history, similar prompts. */

import { type ReactNode, useId } from "react";
import { isolated } from "#language/isolated.ts";
import type { CaseDetail } from "#moderation/cases-contract.ts";
import { ACTIONS, type Action, CASE_APPEALS, CATEGORIES, GROUNDS, STANDINGS } from "#moderation/contract.ts";
import { TARGETS } from "#moderation/messages.ts";
import { Badge } from "#ui/badge.tsx";
import { TextLink } from "#ui/button-link.tsx";
import { formatDate, formatDateTime } from "#ui/dates.ts";
import { countOf } from "#ui/numbers.ts";
import { BadFaith } from "./bad-faith.tsx";
import { queuePath } from "./queue-address.ts";

export function CaseSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 text-xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

const listStyle = "border-t border-line";
const itemStyle = "border-b border-line py-4";
const proseStyle = "mt-2 whitespace-pre-wrap wrap-anywhere";

/** The newest of a case's reports. */
export function Reports({ found: { id: caseId, reports, reports_list } }: { found: CaseDetail }) {
  if (reports === 0) return null;
  return (
    <CaseSection title={countOf(reports, "denúncia", "denúncias")}>
      {reports > reports_list.length && (
        <p className="mb-3 text-sm text-muted">As {reports_list.length} mais recentes.</p>
      )}
      <ol className={listStyle}>
        {reports_list.map((report) => (
          <li key={report.id} className={itemStyle}>
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm">
              <Badge>{CATEGORIES[report.category].label}</Badge>
              <time dateTime={report.created_at} className="text-muted">
                {formatDateTime(report.created_at)}
              </time>
            </p>
            <p className={proseStyle}>{report.explanation}</p>
            <p className="mt-2 text-sm text-muted wrap-anywhere">
              {whoIs(report.reporter)}. “{STANDINGS[report.standing]}”
            </p>
            {report.sanctions.length > 0 && <BadFaith caseId={caseId} report={report} />}
          </li>
        ))}
      </ol>
    </CaseSection>
  );
}

function whoIs({ username, name, email }: CaseDetail["reports_list"][number]["reporter"]): string {
  if (username !== null) return `${username} (${email}), membro`;
  return name === null
    ? "O nome de quem denunciou não está mais guardado"
    : `${isolated(name)} (${email}), visitante`;
}

const SIDES = { author: "De quem publicou", reporter: "De quem denunciou" } as const;
const OUTCOMES = { upheld: "Aceita", rejected: "Não aceita" } as const;

/** The next decision answers those without an answer. */
export function Appeals({ found }: { found: CaseDetail }) {
  const { appeals_list, decisions } = found;
  if (appeals_list.length === 0) return null;
  const isCut = appeals_list.length === CASE_APPEALS;
  return (
    <CaseSection title={isCut ? "Contestações" : countOf(appeals_list.length, "contestação", "contestações")}>
      {isCut && (
        <p className="mb-3 text-sm text-muted">
          As {CASE_APPEALS} primeiras: as que esperam resposta, depois as mais recentes. A próxima decisão
          responde a todas.
        </p>
      )}
      <ol className={listStyle}>
        {appeals_list.map(({ id, decision_id, side, text, created_at, outcome, answer }) => {
          const against = decisions.find((decision) => decision.id === decision_id);
          return (
            <li key={id} className={itemStyle}>
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm">
                <Badge hue={outcome === null ? 3 : undefined}>
                  {outcome === null ? "Espera resposta" : OUTCOMES[outcome]}
                </Badge>
                <span>
                  {SIDES[side]}
                  {against && `, contra “${ACTIONS[against.action]}”`}
                </span>
                <time dateTime={created_at} className="text-muted">
                  {formatDateTime(created_at)}
                </time>
              </p>
              <p className={proseStyle}>{text}</p>
              {answer && (
                <p className={`${proseStyle} text-sm text-muted`}>
                  <span className="font-semibold">Resposta:</span> {answer}
                </p>
              )}
            </li>
          );
        })}
      </ol>
    </CaseSection>
  );
}

export function Decisions({ found: { decisions, target } }: { found: CaseDetail }) {
  const end = target.type === "user" ? "o" : TARGETS[target.type].end;
  if (decisions.length === 0) return null;
  return (
    <CaseSection title="Decisões até aqui">
      <ol className={listStyle}>
        {decisions.map((decision) => (
          <li key={decision.id} className={itemStyle}>
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm">
              <Badge>{ACTIONS[decision.action]}</Badge>
              {decision.overturned && <span className="font-semibold">Desfeita depois</span>}
              <span>{decision.automatic ? "Automática" : (decision.decided_by ?? "Conta excluída")}</span>
              <time dateTime={decision.created_at} className="text-muted">
                {formatDateTime(decision.created_at)}
              </time>
            </p>
            {decision.ground !== "none" && (
              <p className="mt-2 font-medium">{GROUNDS[decision.ground].label}</p>
            )}
            {decision.reason && <p className={proseStyle}>{decision.reason}</p>}
            {decision.delete_at && !decision.overturned && (
              <p className="mt-2 text-sm text-muted">
                Pode ser restaurad{end} até {formatDateTime(decision.delete_at)}; depois é apagad{end} para
                sempre.
              </p>
            )}
          </li>
        ))}
      </ol>
    </CaseSection>
  );
}

export function History({ found: { history, target } }: { found: CaseDetail }) {
  const counts = Object.entries(history?.decisions ?? {}).filter(([, count]) => count > 0);
  return (
    <CaseSection title={`Histórico de ${target.author.username}`}>
      {history ? (
        <ul className="grid gap-1">
          <li>
            Membro desde {formatDate(history.member_since)}
            {history.removed ? ", conta removida" : history.blocked && ", conta bloqueada"}
          </li>
          <li>{countOf(history.prompts, "prompt publicado", "prompts publicados")}</li>
          <li>
            {counts.length === 0
              ? "Nenhuma decisão da moderação até aqui"
              : `Decisões: ${counts.map(([action, count]) => `${ACTIONS[action as Action]} (${count})`).join(", ")}`}
          </li>
        </ul>
      ) : (
        <p>A conta não existe mais.</p>
      )}
      <p className="mt-2">
        <TextLink
          href={queuePath({ state: "open", author: target.author.id, page: 1 })}
          className="inline-flex min-h-8 items-center"
        >
          Casos abertos desta pessoa
        </TextLink>
      </p>
    </CaseSection>
  );
}

export function Similar({ prompts }: { prompts: CaseDetail["similar"] }) {
  if (prompts.length === 0) return null;
  return (
    <CaseSection title="Prompts com a mesma imagem ou um texto parecido">
      <ul className="grid gap-1">
        {prompts.map(({ id, title }) => (
          <li key={id} className="wrap-anywhere">
            <TextLink href={`/prompts/${id}`} className="inline-block py-1">
              {title}
            </TextLink>
          </li>
        ))}
      </ul>
    </CaseSection>
  );
}
