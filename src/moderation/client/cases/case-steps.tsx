/** From one case of the queue to the next or previous one, to its decision, and back. */
import { useQuery } from "@tanstack/react-query";
import ArrowLeft from "lucide-react/icons/arrow-left";
import ArrowRight from "lucide-react/icons/arrow-right";
import Gavel from "lucide-react/icons/gavel";
import { useMemo } from "react";
import { useLocation } from "wouter";
import { Button } from "#ui/button.tsx";
import { ButtonLink, TextLink } from "#ui/button-link.tsx";
import { neighboursOptions } from "./cases.queries.ts";
import { casePath, filterOf, queuePath, useQueuePlace } from "./queue-address.ts";
import { ShortcutHelp } from "./shortcut-help.tsx";
import { useShortcuts } from "./shortcuts.ts";

/** Id of the section of the decision. */
export const DECISION = "decisao";

/** Leads to the first choice, or to why there is none. */
function goToDecision() {
  const section = document.getElementById(DECISION);
  const first = section?.querySelector<HTMLElement>("input, a, [tabindex]");
  section?.scrollIntoView({ block: "start" });
  first?.focus({ preventScroll: true });
}

const KEYS = [
  ["J", "O próximo caso da fila"],
  ["K", "O caso anterior da fila"],
  ["D", "A decisão"],
  ["F", "Voltar à fila"],
] as const;

/** Its keys, and where they lead. */
function useSteps(id: number) {
  const place = useQueuePlace();
  const [, navigate] = useLocation();
  const { data } = useQuery(neighboursOptions(id, filterOf(place)));
  const previous = data?.previous ? casePath(data.previous.id, place) : undefined;
  const next = data?.next ? casePath(data.next.id, place) : undefined;
  const back = queuePath(place, id);
  const keys = useMemo(
    () => ({
      j: () => next && navigate(next),
      k: () => previous && navigate(previous),
      d: goToDecision,
      f: () => navigate(back),
    }),
    [next, previous, back, navigate],
  );
  return { previous, next, back, keys };
}

/** Above a case. */
export function CaseSteps({ id }: { id: number }) {
  const { previous, next, back, keys } = useSteps(id);
  useShortcuts(keys);
  return (
    <nav aria-label="Fila" className="mt-2 flex flex-wrap items-center gap-x-5 text-sm">
      <TextLink href={back} className="inline-flex min-h-11 items-center">
        Voltar à fila
      </TextLink>
      {previous && (
        <TextLink href={previous} className="inline-flex min-h-11 items-center gap-1.5">
          <ArrowLeft aria-hidden="true" className="size-4" /> Anterior
        </TextLink>
      )}
      {next && (
        <TextLink href={next} className="inline-flex min-h-11 items-center gap-1.5">
          Próximo <ArrowRight aria-hidden="true" className="size-4" />
        </TextLink>
      )}
    </nav>
  );
}

/** At the lower edge of small screens, until the decision itself is on them. */
export function DecisionBar({ id }: { id: number }) {
  const { next } = useSteps(id);
  return (
    <div
      data-bottom-bar
      className="sticky bottom-0 z-10 -mx-4 flex gap-2 border-t border-line bg-card px-4 py-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] sm:mx-0 lg:hidden [@media(height<22rem)]:static"
    >
      <Button className="flex-1" onClick={goToDecision}>
        <Gavel aria-hidden="true" className="size-4.5" /> Decidir
      </Button>
      {next && (
        <ButtonLink href={next} variant="secondary">
          Próximo
        </ButtonLink>
      )}
    </div>
  );
}

export const CaseShortcuts = () => <ShortcutHelp keys={KEYS} />;
