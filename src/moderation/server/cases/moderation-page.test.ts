/** docs/moderation.md says what the rules say. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  type CaseState,
  type Decision,
  possibleChoices,
  RESTRICTIONS,
  type Restriction,
  RULES,
  transition,
} from "./transition.ts";

const page = readFileSync("docs/moderation.md", "utf8");

/** The rows of the table below a heading, without padding. */
function tableBelow(heading: string): string[][] {
  const [, below = ""] = page.split(`\n## ${heading}\n`);
  const lines = below.split("\n## ")[0]?.split("\n") ?? [];
  return lines
    .filter((line) => line.startsWith("| `"))
    .map((line) =>
      line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    );
}
const code = (text: string | null) => (text === null ? "" : `\`${text}\``);

test("its table of restrictions", () => {
  const later = new Date(1);
  const isDated = (kind: string) =>
    (Object.keys(RULES) as Decision[]).some((decision) =>
      [accountWith([]), contentWith([])].some((state) => {
        const { made } = transition(state, decision, later);
        return made?.kind === kind && made.delete_at !== null;
      }),
    );
  expect(tableBelow("Restrictions")).toEqual(
    Object.entries(RESTRICTIONS).map(([kind, held]) => [
      code(kind),
      held.join(", "),
      isDated(kind) ? "yes" : "",
    ]),
  );
});

test("its table of decisions", () => {
  expect(tableBelow("Decisions")).toEqual(
    Object.entries(RULES).map(([decision, { action, makes, answers }]) => [
      ...[code(decision), code(action), code(makes), answers],
    ]),
  );
});

const stateWith = (type: CaseState["type"], restrictions: Restriction[]): CaseState => ({
  ...{ id: 1, type, isOpen: true, hasNewReports: true, targetExists: true, restrictions, appeals: [] },
  author: { isAdmin: false, isModerator: false },
});
const contentWith = (restrictions: Restriction[]) => stateWith("prompt", restrictions);
const accountWith = (restrictions: Restriction[]) => stateWith("user", restrictions);

/** The state of a content or an account: the newest restriction that keeps it away. */
function nameOf({ type, restrictions }: CaseState): string {
  const kinds = type === "user" ? ["blocked", "emptied", "account_removed"] : ["hidden", "removed"];
  const newest = restrictions.find(({ kind }) => kinds.includes(kind));
  if (!newest) return type === "user" ? "active" : "visible";
  return newest.is_provisional ? "hidden_provisionally" : newest.kind;
}

/**
 * State diagram in Mermaid: decisions in a case, and other decisions.
 * @param others what else may be decided in a state
 */
function diagramOf(start: CaseState, others: (name: string) => Decision[]): string {
  const edges = new Map<string, Set<Decision>>();
  const ends = new Set<string>();
  const seen = new Set<string>();
  const next = [start];
  for (let state = next.shift(); state; state = next.shift()) {
    const from = nameOf(state);
    const key = [from, ...new Set(state.restrictions.map(({ kind }) => kind))].join();
    if (seen.has(key)) continue;
    seen.add(key);
    if (state.restrictions[0]?.delete_at) ends.add(from);
    for (const decision of [...possibleChoices(state, { isAdmin: true }), ...others(from)]) {
      const { made, lifted } = transition(state, decision, new Date(1));
      const left = state.restrictions
        .filter((one) => !lifted.includes(one))
        .map((one) => ({ ...one, is_provisional: false }));
      const is_provisional = decision === "hide_provisionally";
      const mine = { decision_id: state.restrictions.length + 1, case_id: 1, is_provisional };
      const after = { ...state, restrictions: made ? [{ ...made, ...mine }, ...left] : left };
      next.push(after);
      const to = nameOf(after);
      if (to === from) continue;
      const edge = `${from} --> ${to}`;
      edges.set(edge, (edges.get(edge) ?? new Set()).add(decision));
    }
  }
  return [
    "stateDiagram-v2",
    `    [*] --> ${nameOf(start)}`,
    ...[...edges].map(([edge, decisions]) => `    ${edge}: ${[...decisions].join(", ")}`).toSorted(),
    ...[...ends].map((name) => `    ${name} --> [*]: its date`),
  ].join("\n");
}

test("its diagrams", () => {
  const drawn = [...page.matchAll(/```mermaid\n(.*?)\n```/gs)].map(([, source]) => source);
  const ofAccount = (name: string): Decision[] => {
    if (name === "account_removed") return [];
    return name === "emptied" ? ["unblock"] : ["empty", "unblock"];
  };
  expect(drawn).toEqual([
    diagramOf(contentWith([]), (name) => (name === "visible" ? ["hide_provisionally"] : [])),
    diagramOf(accountWith([]), ofAccount),
  ]);
});
