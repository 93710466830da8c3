/** The decision on what was reported, with its reasons, and the reporter's appeal. */
import Bot from "lucide-react/icons/bot";
import User from "lucide-react/icons/user";
import { type Action, GROUNDS, type Receipt, type Remaining } from "#moderation/contract.ts";
import { capitalized, TARGETS, undoneText } from "#moderation/messages.ts";
import { TextLink } from "#ui/button-link.tsx";
import { formatDateTime } from "#ui/dates.ts";
import { AppealForm } from "./appeal-form.tsx";
import { Fact } from "./fact.tsx";

type Target = Receipt["target"]["type"];

const The = (what: Target) => capitalized(`${TARGETS[what].end} ${TARGETS[what].noun}`);

/** Consequences of a decision for the reported content. */
const OUTCOMES: Record<Action, (what: Target, undid: readonly Action[], remaining: Remaining) => string> = {
  keep: (what) =>
    what === "user"
      ? "O perfil foi mantido no site."
      : `${The(what)} foi mantid${TARGETS[what].end} no site.`,
  hide: (what) => `${The(what)} foi ocultad${TARGETS[what].end}: ninguém ${TARGETS[what].end} vê.`,
  remove: (what) => `${The(what)} foi removid${TARGETS[what].end} do site.`,
  restore: (what, undid, still) => undoneText(undid, what, still),
  warn: () => "Quem publicou recebeu uma advertência.",
  block: () => "A conta de quem publicou foi bloqueada.",
  pause: () => "A moderação decidiu.",
};

type ReceiptDecision = NonNullable<Receipt["decision"]>;

export function DecisionPanel({ receipt, decision }: { receipt: Receipt; decision: ReceiptDecision }) {
  const { status, target, appeal, code } = receipt;
  const { action, ground, reason, automatic, created_at, appeal_until } = decision;
  const By = automatic ? Bot : User;
  const waits = automatic && status === "open";
  return (
    <>
      <section
        aria-labelledby="decisao"
        className="mt-8 rounded-tile rounded-tr-corner-lg border border-line border-t-4 border-t-primary bg-card p-5 sm:p-6"
      >
        <h2 id="decisao" className="text-xl">
          {waits ? "Por enquanto" : "A decisão"}
        </h2>
        <p className="mt-3 text-lg">
          {waits
            ? `${The(target.type)} está ocult${TARGETS[target.type].end} para todas as pessoas até que a moderação decida.`
            : OUTCOMES[action](target.type, decision.undid, decision.still)}
        </p>
        <dl className="mt-5 grid gap-5">
          {/* Undoing a decision says nothing of the rules. */}
          {action !== "restore" && (
            <Fact name="Regra">
              <span className="block font-semibold">{GROUNDS[ground].label}</span>
              <span className="block text-muted">{GROUNDS[ground].sentence}</span>
            </Fact>
          )}
          {reason && (
            <Fact name="Motivo">
              <span className="whitespace-pre-wrap wrap-anywhere">{reason}</span>
            </Fact>
          )}
        </dl>
        <p className="mt-5 flex items-start gap-2 border-t border-line pt-4 text-sm text-muted">
          <By aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
          <span>
            {automatic ? "Decidido automaticamente" : "Decidido por uma pessoa"} em{" "}
            <time dateTime={created_at}>{formatDateTime(created_at)}</time>.{" "}
            <TextLink href="/terms-of-use">As regras do site</TextLink>
          </span>
        </p>
      </section>
      {appeal && <AppealState {...appeal} />}
      {appeal_until && <AppealForm key={decision.id} code={code} until={appeal_until} />}
    </>
  );
}

function AppealState({ created_at, outcome, answer }: NonNullable<Receipt["appeal"]>) {
  return (
    <section aria-labelledby="contestacao" className="mt-10 border-t border-line pt-8">
      <h2 id="contestacao" className="text-xl">
        Sua contestação
      </h2>
      <p className="mt-3">
        Enviada em <time dateTime={created_at}>{formatDateTime(created_at)}</time>.{" "}
        {outcome === null
          ? "Ela ainda está em análise."
          : outcome === "upheld"
            ? "Ela foi aceita, e a decisão mudou."
            : "Ela não foi aceita, e a decisão continua valendo."}
      </p>
      {answer && (
        <blockquote className="mt-4 border-l-4 border-accent pl-4 whitespace-pre-wrap wrap-anywhere">
          {answer}
        </blockquote>
      )}
    </section>
  );
}
