/**
 * What this browser keeps of a person, and what clears it: the one place that does. docs/security.md, "What the browser
 * keeps of a person", tells it as a table; left-behind.test.ts holds that nothing is stored that is not named here.
 *
 * It all goes with the end of a session and when another person is there, but for one end: a session that the server has
 * ended leaves the forms and what is stored in their tab, because their author did not mean to leave. Those go once
 * somebody else is there, or nobody when the page is opened anew.
 */
import { useSyncExternalStore } from "react";
import {
  beforeKeeping,
  forgetStored,
  keep,
  type Place,
  readStored,
} from "#platform/client/browser-storage.ts";
import { createStore } from "#platform/client/store.ts";

/** Names whose the things are, in each place: the id of the last person there; without it nobody's. */
const OWNER_KEY = "prompteca-person";
/** When somebody left last in this browser. */
const LEFT_KEY = "prompteca-left";

/** Whatever the site stores under its name goes, but for these: a new key goes unless it is named here. */
const GOING = /^prompteca-(?!auth|device|fresh|left|\w+-shortcut)/;

/** Keys of what stays, with the reason. */
export const STAYS = {
  "prompteca-auth": "the session itself: the sign-in client removes it, and everything here follows that",
  "prompteca-auth-ended": "that the server has ended the last session; the next one removes it",
  "prompteca-auth-left": "ids of the sessions that were left last, by which their copies in other tabs end",
  "prompteca-device":
    "opens nothing; the browser is known by it at the next login, as the privacy policy says",
  "prompteca-drafts": "in a database, by their author's id, and shown to nobody else (decision 11)",
  "prompteca-fresh-start": "the time of the tab's last reload, nothing of a person",
  [LEFT_KEY]: "the time when somebody left last, by which kept pages and other tabs know it",
  "prompteca-moderation-shortcuts": "a choice of the device",
  "prompteca-search-shortcut": "a choice of the device",
  "vite-ui-theme": "a choice of the device",
};

/** Keys of what goes with the person, with what it is; a star stands for whatever follows. */
export const GOES = {
  [OWNER_KEY]: "whose the rest is",
  "prompteca-report": "a report that is being written",
  "prompteca-report-sent": "the one that was sent last, with the reporter's address",
  "prompteca-interrupted": "what a login was to finish",
  "prompteca-issuer": "the secret of a way to an issuer",
  "prompteca-mailed-link": "the token of the mailed link that was opened last",
  "prompteca-filled-values": "what was filled into prompts' fields",
  "prompteca-copied": "what was copied, which the next member would be shown as their own",
  "prompteca-para-voce": "how high the member's home begins",
  "prompteca-novidades-*": "the member's id, and when they saw what is new",
  "prompteca-resend-end-*": "a digest of an address that is tried out in no time",
};

/**
 * What a visitor typed or sent as a report: also gone from the tab once somebody logs in, who may be another person. A form
 * on the screen stores it anew (report-draft.ts).
 */
const REPORT = /^prompteca-report/;

/** How it was learnt who is there. */
export type Learnt =
  /** By the page's first look, a login, a logout, or another tab. */
  | "now"
  /** The server has ended the session. */
  | "ended"
  /** The page itself is about to log somebody else in, and goes on. */
  | "replaced"
  /** The browser shows a page again that it had kept. */
  | "again";

const listeners = new Set<() => void>();

/** Calls back when memory must be emptied of what belongs to somebody who is not there any more. */
export function onPersonLeft(listen: () => void): void {
  listeners.add(listen);
}

/** Grows when the page must begin anew, without what was typed into it. */
export const pageTurns = createStore(0);

/** @returns a key for what is typed into: another one once that must go */
export const usePageTurn = (): number => useSyncExternalStore(pageTurns.subscribe, pageTurns.get, () => 0);

/** Where the page began anew, until it is asked. */
let turnedAt = "";

/** Whether the page that is shown has lost its person, who is led home instead of to a login. */
export function wasLeftHere(): boolean {
  const at = turnedAt;
  turnedAt = "";
  return at === location.href;
}

/** Whose the page's memory and forms are: also of somebody whose session the server has ended. */
let owner: string | undefined;

/** When somebody had left last as the browser began to keep the page. */
let leftBefore: string | null = null;

/** To be called as the page is left, perhaps for the browser to keep it. */
export function notePageLeft(): void {
  leftBefore = readStored(LEFT_KEY);
}

/** The id of whose the page is: nobody's only once they have left. */
export const ownerOfPage = () => owner;

// Another tab, without a session, may have named nobody since: what the person leaves from now on is theirs all the same.
beforeKeeping((key, place) => {
  if (owner && key !== OWNER_KEY && GOING.test(key)) keep(OWNER_KEY, owner, place);
});

/** Forgets what is stored of others. */
function settlePlace(place: Place, person: string | undefined): void {
  const last = readStored(OWNER_KEY, place) ?? undefined;
  if (last === person) return;
  if (last) forgetStored(GOING, place);
  else if (place === "tab") forgetStored(REPORT, place);
  keep(OWNER_KEY, person ?? null, place);
}

/**
 * Notes who is there and forgets what is stored of others: before anything on the page hears of it, so that nothing reads it.
 * @param person their id
 * @returns tells those who keep something in memory: to be called once the page knows who is there
 */
export function notePerson(person: string | undefined, learnt: Learnt): () => void {
  const before = owner;
  // Their author, who did not mean to leave, may come back to this tab. Whoever else does clears it.
  const formsStay = learnt === "ended" && !person;
  const lastLeft = readStored(LEFT_KEY);
  // A page that the browser has kept may hold what a visitor typed before the login.
  const left = before ? before !== person : learnt === "again" && (person || lastLeft !== leftBefore);
  if (!formsStay) {
    // Once somebody has come and left elsewhere, nobody knows whose a visitor's things are, here or on a page that was kept.
    if (!person && lastLeft !== readStored(LEFT_KEY, "tab")) forgetStored(GOING, "tab");
    settlePlace("tab", person);
    // With a session of the tab alone, another tab may have named nobody, or somebody else, as the last one there.
    if (before && !person) forgetStored(GOING);
    // Whoever leaves notes when.
    if (left && before) keep(LEFT_KEY, String(Date.now()));
    keep(LEFT_KEY, readStored(LEFT_KEY), "tab");
    owner = person;
  }
  settlePlace("browser", person);
  return () => {
    if (!left) return;
    for (const listen of listeners) listen();
    if (formsStay || learnt === "replaced") return;
    turnedAt = location.href;
    pageTurns.set(pageTurns.get() + 1);
  };
}
