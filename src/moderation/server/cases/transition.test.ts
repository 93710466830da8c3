/** The rules of a case, over random sequences of reports, decisions, appeals, blocks and deletions. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type CaseState,
  type Condition,
  conditionOf,
  type Decision,
  isAwayWithAuthor,
  isProvisional,
  possibleChoices,
  type Restriction,
  type RestrictionKind,
  RULES,
  type Side,
  type Transition,
  transition,
} from "./transition.ts";

const DAY = 24 * 60 * 60 * 1000;
const ADMIN = { isAdmin: true };
const MODERATOR = { isAdmin: false };

/** @param kind of restrictions of this case, the newest first */
const stateWith = (kinds: RestrictionKind[], more: Partial<CaseState> = {}): CaseState => ({
  id: 1,
  type: "prompt",
  isOpen: true,
  hasNewReports: true,
  targetExists: true,
  author: { isAdmin: false, isModerator: false },
  restrictions: kinds.map((kind, i) => restriction(kind, { decision_id: 10 - i })),
  appeals: [],
  ...more,
});
const restriction = (kind: RestrictionKind, more: Partial<Restriction> = {}): Restriction => ({
  ...{ kind, decision_id: 1, case_id: 1, is_provisional: false, delete_at: null },
  ...more,
});
const appeal = (decision_id: number, side: Side, against: CaseState["appeals"][number]["against"]) => ({
  ...{ id: decision_id * 100, decision_id, side, against },
});
const decide = (state: CaseState, decision: Decision) => transition(state, decision, new Date(30 * DAY));
const kindsOf = (restrictions: readonly Restriction[]) => restrictions.map(({ kind }) => kind);

describe("restoring lifts", () => {
  test.each<[RestrictionKind[], RestrictionKind[]]>([
    [
      ["warned", "removed", "hidden"],
      ["removed", "hidden"],
    ],
    [["blocked", "hidden"], ["blocked"]],
    [["hidden", "blocked"], ["hidden"]],
    [["warned", "warned"], ["warned"]],
    [
      ["reporting_paused", "emptied", "blocked"],
      ["emptied", "blocked"],
    ],
    [["blocked", "account_removed"], ["blocked"]],
  ])("of %j: %j", (present, lifted) => {
    expect(kindsOf(decide(stateWith(present), "restore").lifted)).toEqual(lifted);
  });

  test("what the author contests before anything else, and nothing of other cases", () => {
    const state = stateWith(["removed", "warned"], { appeals: [appeal(9, "author", "warn")] });
    expect(kindsOf(decide(state, "restore").lifted)).toEqual(["warned"]);
    const others = { restrictions: [restriction("blocked", { case_id: 2 })] };
    expect(decide(stateWith([], others), "restore").lifted).toEqual([]);
    expect(possibleChoices(stateWith([], others), ADMIN)).not.toContain("restore");
  });
});

describe("a prompt that a report has hidden, of an author whose account is emptied", () => {
  const restrictions = [
    restriction("hidden", { decision_id: 5, is_provisional: true }),
    restriction("emptied", { decision_id: 3, case_id: 2, delete_at: new Date(DAY) }),
  ];
  const state = stateWith([], { restrictions });

  test("is restored by keeping it, and stays away with its author", () => {
    expect(possibleChoices(state, ADMIN)).toEqual(["keep", "hide", "remove"]);
    expect(decide(state, "keep")).toMatchObject({
      lifted: [restrictions[0]],
      overturned: [5],
      changes: { contentHidden: false },
      after: { publicationsHidden: true, blocked: true },
      remaining: ["away"],
      closes: true,
      recipients: { author: true, newReporters: true },
    });
  });
});

describe("appeals", () => {
  const appeals = [
    appeal(9, "author", "block"),
    { ...appeal(4, "reporter", "keep"), id: 401 },
    { ...appeal(5, "reporter", "warn"), id: 501 },
  ];
  const state = stateWith(["hidden", "blocked"], { appeals });

  test("are all answered by who decides on the case: what was asked for is upheld", () => {
    expect(decide(state, "remove")).toMatchObject({
      appeals: [
        { id: 900, outcome: "rejected" },
        { id: 401, outcome: "upheld" },
        { id: 501, outcome: "upheld" },
      ],
      // A warning stands beside it.
      overturned: [4],
    });
    expect(decide(state, "restore")).toMatchObject({
      appeals: [{ outcome: "upheld" }, { outcome: "rejected" }, { outcome: "rejected" }],
      overturned: [9],
    });
  });

  test("wait on where a block alone is ended, but those against it", () => {
    expect(decide(state, "unblock")).toMatchObject({
      appeals: [{ id: 900, outcome: "upheld" }],
      closes: false,
      recipients: { author: true, newReporters: false },
    });
  });
});

describe("the date of deletion", () => {
  const later = new Date(180 * DAY);
  test("is the newest hiding's of content, and never before an earlier one", () => {
    const removed = [restriction("removed", { delete_at: later })];
    const state = stateWith([], { restrictions: removed });
    expect(decide(state, "hide")).toMatchObject({
      made: { delete_at: null },
      redated: { decision_ids: [1], delete_at: null },
    });
    expect(decide(state, "remove").made).toEqual({ kind: "removed", delete_at: later });
  });
  test("is one for all that takes an account away", () => {
    const restrictions = [restriction("emptied", { delete_at: new Date(DAY) })];
    const state = stateWith([], { type: "user", restrictions });
    expect(decide(state, "remove")).toMatchObject({
      made: { kind: "account_removed", delete_at: new Date(30 * DAY) },
      redated: { decision_ids: [1], delete_at: new Date(30 * DAY) },
    });
  });
});

describe("possible is", () => {
  test.each<[string, Partial<CaseState>, RestrictionKind[], string[]]>([
    ["for a prompt", {}, [], ["keep", "hide", "remove", "warn", "block"]],
    ["for a hidden prompt", {}, ["hidden"], ["hide", "remove", "restore", "warn", "block"]],
    ["for a prompt that is gone", { targetExists: false }, [], ["keep", "warn", "block"]],
    ["for a prompt whose author is gone", { author: null, targetExists: false }, [], ["keep"]],
    ["for a user", { type: "user" }, [], ["keep", "warn", "block"]],
    ["for a blocked user", { type: "user" }, ["blocked"], ["keep", "restore", "warn"]],
    [
      "for a moderator",
      { author: { isAdmin: false, isModerator: true } },
      [],
      ["keep", "hide", "remove", "warn"],
    ],
    ["for what the admin has published", { author: { isAdmin: true, isModerator: false } }, [], ["keep"]],
  ])("%s", (_what, more, kinds, choices) => {
    expect(possibleChoices(stateWith(kinds, more), MODERATOR)).toEqual(choices);
  });
});

describe("keeping", () => {
  test("takes back a warning that the author contests, and no other", () => {
    const state = stateWith(["warned", "warned"], { appeals: [appeal(9, "author", "warn")] });
    expect(decide(state, "keep")).toMatchObject({ overturned: [9], recipients: { author: true } });
    expect(decide(stateWith(["warned"]), "keep")).toMatchObject({
      overturned: [],
      recipients: { author: false },
    });
  });
  test("is all that is said of an author while content is hidden provisionally", () => {
    const restrictions = [restriction("hidden", { is_provisional: true })];
    expect(possibleChoices(stateWith([], { restrictions }), ADMIN)).toEqual(["keep", "hide", "remove"]);
  });
});

describe("what waits in an account's case", () => {
  const paused = (more: Partial<CaseState>) => stateWith(["reporting_paused"], { type: "user", ...more });
  test.each<[Decision, boolean, Partial<CaseState>]>([
    ["pause_reporting", false, {}],
    ["unblock", false, {}],
    ["restore", false, {}],
    ["restore", true, { hasNewReports: false }],
    ["unblock", true, { hasNewReports: false }],
    ["unblock", false, { hasNewReports: false, appeals: [appeal(7, "reporter", "keep")] }],
    ["pause_reporting", true, { isOpen: false, hasNewReports: false }],
  ])("with %s closes: %s", (decision, closes, more) => {
    expect(decide(paused(more), decision)).toMatchObject({ closes, recipients: { newReporters: closes } });
  });
});

describe("remaining effects", () => {
  const others = (kind: RestrictionKind) => restriction(kind, { decision_id: 1, case_id: 2 });
  const remainingOf = (more: Partial<CaseState>, decision: Decision = "restore") =>
    decide(stateWith([], more), decision).remaining;
  test.each<[string, Partial<CaseState>, string[]]>([
    [
      "a prompt of an emptied account",
      { restrictions: [restriction("hidden"), others("emptied")] },
      ["away"],
    ],
    ["a prompt of a blocked one", { restrictions: [restriction("hidden"), others("blocked")] }, []],
    [
      "a result of a blocked one",
      { type: "result", restrictions: [restriction("hidden"), others("blocked")] },
      ["away"],
    ],
    [
      "a result of a removed one",
      { type: "result", restrictions: [restriction("hidden"), others("account_removed")] },
      ["away"],
    ],
    [
      "an account that two cases block",
      { type: "user", restrictions: [restriction("blocked"), others("emptied")] },
      ["blocked"],
    ],
    [
      "a removed account that was emptied",
      { type: "user", restrictions: [restriction("account_removed"), others("emptied")] },
      ["away", "blocked"],
    ],
    ["a warning, of an emptied account", { restrictions: [restriction("warned"), others("emptied")] }, []],
  ])("%s", (_what, more, remaining) => {
    expect(remainingOf(more)).toEqual(remaining);
  });
  test("nothing, where the blocks of all cases end together", () => {
    expect(remainingOf({ restrictions: [restriction("blocked"), others("blocked")] }, "unblock")).toEqual([]);
  });
});

// An author with a prompt, a result and an account, each with a case.
const CASES = [
  { id: 1, type: "prompt" },
  { id: 2, type: "result" },
  { id: 3, type: "user" },
] as const;
type CaseRow = { isOpen: boolean; hidden: boolean; exists: boolean; newReports: number };

/** The site in small: it does what transitions say, as the services do. */
class Site {
  now = 0;
  decisions: { id: number; case_id: number; made: Transition; overturned: boolean }[] = [];
  appeals: { id: number; case_id: number; decision_id: number; side: Side; outcome: string | null }[] = [];
  restrictions: Restriction[] = [];
  cases: CaseRow[] = CASES.map(() => ({ isOpen: false, hidden: false, exists: true, newReports: 0 }));
  account = { blocked: false, removed: false, exists: true };
  publicationsHidden = false;
  /** Reports whose reporters had a notice when a decision closed their case. */
  notified = 0;
  reported = 0;

  state(i: number): CaseState {
    const { id, type } = CASES[i] as (typeof CASES)[number];
    const row = this.cases[i] as CaseRow;
    return {
      ...{ id, type, isOpen: row.isOpen, hasNewReports: row.newReports > 0 },
      targetExists: row.exists && this.account.exists,
      author: this.account.exists ? { isAdmin: false, isModerator: false } : null,
      restrictions: this.restrictions
        .filter(({ case_id, kind }) => case_id === id || conditionHoldsAuthor(kind))
        .toReversed(),
      appeals: this.appeals.flatMap(({ id: appealId, case_id, decision_id, side, outcome }) => {
        const against = this.decisions.find((one) => one.id === decision_id)?.made.action;
        return case_id === id && outcome === null && against
          ? { id: appealId, decision_id, side, against }
          : [];
      }),
    };
  }

  report(i: number, isGrave: boolean): void {
    const row = this.cases[i] as CaseRow;
    if (!this.state(i).targetExists || this.isAway(i)) return;
    row.newReports++;
    this.reported++;
    row.isOpen = true;
    if (isGrave && CASES[i]?.type !== "user") this.decide(i, "hide_provisionally");
  }

  decide(i: number, decision: Decision): Transition {
    const state = this.state(i);
    const row = this.cases[i] as CaseRow;
    const made = transition(state, decision, new Date(this.now + 30 * DAY));
    const id = this.decisions.length + 1;
    for (const one of made.overturned) {
      const found = this.decisions.find((decided) => decided.id === one);
      expect(found?.overturned, "a decision is overturned once").toBe(false);
      if (found) found.overturned = true;
    }
    for (const { id: appealId, outcome } of made.appeals) {
      const found = this.appeals.find((one) => one.id === appealId);
      expect(found?.outcome, "an appeal is answered once").toBe(null);
      if (found) found.outcome = outcome;
    }
    const datesBefore = this.datesOf(state.id);
    this.restrictions = this.restrictions.filter((one) => !made.lifted.includes(one));
    for (const one of this.restrictions) {
      if (made.redated.decision_ids.includes(one.decision_id ?? 0)) one.delete_at = made.redated.delete_at;
      if (made.closes && one.case_id === state.id) one.is_provisional = false;
    }
    if (made.made)
      this.restrictions.push({
        ...{ decision_id: id, case_id: state.id, is_provisional: decision === "hide_provisionally" },
        ...made.made,
      });
    // People were told the date: no new one is before an old one.
    if (made.made?.delete_at)
      expect(made.made.delete_at.getTime()).toBeGreaterThanOrEqual(Math.max(0, ...datesBefore));
    const { changes } = made;
    row.hidden = changes.contentHidden ?? row.hidden;
    this.account.blocked = changes.blocked ?? this.account.blocked;
    this.account.removed = changes.accountRemoved ?? this.account.removed;
    this.publicationsHidden = changes.publicationsHidden ?? this.publicationsHidden;
    if (made.recipients.newReporters) this.notified += row.newReports;
    if (made.closes) row.newReports = 0;
    row.isOpen = decision === "hide_provisionally" || (row.isOpen && !made.closes);
    this.decisions.push({ id, case_id: state.id, made, overturned: false });
    return made;
  }

  datesOf = (caseId: number) =>
    this.restrictions.flatMap(({ case_id, delete_at }) =>
      case_id === caseId && delete_at ? delete_at.getTime() : [],
    );

  appeal(side: Side, which: number): void {
    const contestable = this.decisions.filter(
      ({ id, overturned, made }) =>
        !overturned &&
        (side === "author" ? made.made : !made.made) &&
        !this.appeals.some((one) => one.decision_id === id && one.side === side),
    );
    const decision = contestable[which % Math.max(1, contestable.length)];
    if (!decision || !this.account.exists) return;
    const { id: decision_id, case_id } = decision;
    this.appeals.push({ id: this.appeals.length + 1, case_id, decision_id, side, outcome: null });
    (this.cases[CASES.findIndex(({ id }) => id === case_id)] as CaseRow).isOpen = true;
  }

  /** The admin's list ends all blocks, each in its case. */
  unblock(): void {
    if (this.account.removed || !this.account.blocked) return;
    CASES.forEach((_, i) => {
      const { id, restrictions } = this.state(i);
      if (restrictions.some(({ kind, case_id }) => case_id === id && conditionOf([{ kind }]).blocked))
        this.decide(i, "unblock");
    });
    expect(this.account.blocked, "unblocking ends every block").toBe(false);
  }

  /** Somebody deletes their own content, hidden or not. */
  deleteByAuthor(i: number): void {
    const row = this.cases[i] as CaseRow;
    if (CASES[i]?.type === "user") this.account.exists = false;
    row.exists = false;
    row.hidden = false;
    const { id } = CASES[i] as (typeof CASES)[number];
    // Restrictions of a deleted account restrict nothing any more.
    this.restrictions = this.account.exists
      ? this.restrictions.filter((one) => one.case_id !== id || !conditionOf([one]).contentHidden)
      : [];
    if (this.account.exists) return;
    this.account = { blocked: false, removed: false, exists: false };
    this.publicationsHidden = false;
    for (const one of this.cases) Object.assign(one, { exists: false, hidden: false });
  }

  isAway(i: number): boolean {
    const { type } = CASES[i] as (typeof CASES)[number];
    if (type === "user") return this.account.removed;
    const condition: Condition = {
      contentHidden: false,
      blocked: this.account.blocked,
      accountRemoved: this.account.removed,
      publicationsHidden: this.publicationsHidden,
    };
    return (this.cases[i] as CaseRow).hidden || isAwayWithAuthor(type, condition);
  }

  check(): void {
    CASES.forEach((_, i) => {
      const state = this.state(i);
      const condition = conditionOf(state.restrictions);
      expect({
        contentHidden: this.cases[i]?.hidden,
        blocked: this.account.blocked,
        accountRemoved: this.account.removed,
        publicationsHidden: this.publicationsHidden,
      }).toEqual(condition);
      const row = this.cases[i] as CaseRow;
      if (!row.isOpen)
        expect([state.appeals, row.newReports], "nothing waits in a closed case").toEqual([[], 0]);
      if (isProvisional(state))
        expect(row.isOpen, "a person decides on what is hidden provisionally").toBe(true);
      for (const by of [ADMIN, MODERATOR])
        for (const choice of possibleChoices(state, by)) {
          const { lifted, made, remaining, changes } = transition(state, choice, new Date(this.now));
          if (choice === "restore") expect(lifted).not.toEqual([]);
          if (choice === "hide" || choice === "remove") expect(made).not.toBeNull();
          expect(
            lifted.every(({ case_id }) => case_id === state.id),
            "other cases' stay",
          ).toBe(true);
          // A notice says "still" only of what is true, and only where one would expect otherwise.
          if (remaining.includes("blocked")) expect(this.account.blocked || this.account.removed).toBe(true);
          if (remaining.includes("blocked"))
            expect(changes.accountRemoved === false && changes.blocked === false).toBe(false);
        }
    });
    const waiting = this.cases.reduce((sum, { newReports }) => sum + newReports, 0);
    expect(this.notified + waiting, "each report is told of one decision on it").toBe(this.reported);
  }
}
/** Whether a restriction of another case concerns whatever the author has published. */
const conditionHoldsAuthor = (kind: RestrictionKind) => {
  const { contentHidden: _, ...ofAuthor } = conditionOf([{ kind }]);
  return Object.values(ofAuthor).some(Boolean);
};

interface Step {
  what: keyof typeof STEPS;
  which: number;
  i: number;
  isAdmin: boolean;
}
const ACCOUNT = CASES.length - 1;
/** Steps with their weights. */
const STEPS = {
  decide: [
    8,
    (site: Site, { which, i, isAdmin }: Step) => {
      const choices = possibleChoices(site.state(i), { isAdmin });
      if (choices.length) site.decide(i, choices[which % choices.length] as Decision);
    },
  ],
  report: [2, (site: Site, { i }: Step) => site.report(i, false)],
  reportGrave: [2, (site: Site, { i }: Step) => site.report(i, true)],
  appealAsAuthor: [2, (site: Site, { which }: Step) => site.appeal("author", which)],
  appealAsReporter: [2, (site: Site, { which }: Step) => site.appeal("reporter", which)],
  empty: [
    1,
    (site: Site) => {
      if (site.account.exists && !site.account.removed && !site.publicationsHidden)
        site.decide(ACCOUNT, "empty");
    },
  ],
  unblock: [2, (site: Site) => site.unblock()],
  sanction: [
    2,
    (site: Site, { which }: Step) => {
      if (site.account.exists) site.decide(ACCOUNT, which % 2 ? "warn_reporter" : "pause_reporting");
    },
  ],
  wait: [
    1,
    (site: Site, { which }: Step) => {
      site.now += (which % 40) * DAY;
    },
  ],
  delete: [
    1,
    (site: Site, { which, i }: Step) => {
      // Rarely, so that most sequences stay long.
      if (which % 4 === 0) site.deleteByAuthor(i);
    },
  ],
} as const;
const step: fc.Arbitrary<Step> = fc.record({
  what: fc.oneof(
    ...Object.entries(STEPS).map(([what, [weight]]) => ({
      weight,
      arbitrary: fc.constant(what as keyof typeof STEPS),
    })),
  ),
  which: fc.nat(1000),
  i: fc.nat(ACCOUNT),
  isAdmin: fc.boolean(),
});

test("whatever happens, what is away is what something in force keeps away, and undoing all gives all back", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 40, size: "max" }), (steps) => {
      const site = new Site();
      for (const one of steps) {
        STEPS[one.what][1](site, one);
        site.check();
      }
      for (const { made } of site.decisions) seen.add(made.made?.kind ?? made.action);
      for (let i = 0; i < CASES.length; i++) {
        if (isProvisional(site.state(i))) site.decide(i, "keep");
        for (let left = 100; possibleChoices(site.state(i), ADMIN).includes("restore"); left--) {
          expect(left).toBeGreaterThan(0);
          site.decide(i, "restore");
          site.check();
        }
      }
      expect(site.restrictions).toEqual([]);
      CASES.forEach((_, i) => {
        if (site.cases[i]?.exists) expect(site.isAway(i)).toBe(false);
      });
    }),
    { numRuns: 300 },
  );
  // The sequences have been everywhere.
  expect([...seen].toSorted()).toEqual(
    [
      ...["account_removed", "blocked", "emptied", "hidden", "keep", "removed"],
      ...["reporter_warned", "reporting_paused", "restore", "warned"],
    ].toSorted(),
  );
  expect(Object.keys(RULES)).toHaveLength(11);
});
