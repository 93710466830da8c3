/** Texts as they are stored: they may be older than the rule that they enter without hidden characters (visible.ts). */
import { isLeftward } from "./isolated.ts";
import {
  CONTROLS,
  IGNORABLE,
  nameOfHidden,
  SHOWN,
  SINGLE_MARK,
  SUSPECT,
  withHiddenNamed,
  withoutHidden,
} from "./visible.ts";

const SUSPECTS = new RegExp(SUSPECT, "g");
/** What stays as it is, where these show. */
const staying = (shown: string) =>
  new RegExp(`${shown}|[^${IGNORABLE}${CONTROLS}\\r\\v\\f\\u0085\\u2028\\u2029]`, "uy");
const STAYING = staying(SHOWN);
const STAYING_AMONG_LEFTWARD = staying(`${SHOWN}|${SINGLE_MARK}`);

/** Whether anything of a text is hidden. The rules are asked at suspects alone: a text may be all emoji, and read often. */
function hasHidden(text: string): boolean {
  let stays = STAYING;
  SUSPECTS.lastIndex = 0;
  while (SUSPECTS.test(text)) {
    const at = SUSPECTS.lastIndex - 1;
    stays.lastIndex = at;
    if (!stays.test(text)) {
      if (stays === STAYING_AMONG_LEFTWARD || !isLeftward(text)) return true;
      stays = STAYING_AMONG_LEFTWARD;
      stays.lastIndex = at;
      if (!stays.test(text)) return true;
    }
    SUSPECTS.lastIndex = stays.lastIndex;
  }
  return false;
}

/** A text with its hidden characters named. Those that spell nothing are left out. */
export const revealed = (text: string): string =>
  hasHidden(text) ? withoutHidden(withHiddenNamed(text).replace(/[\u202d\u202e]/g, nameOfHidden)) : text;

/** Parses JSON with texts as {@link revealed}. */
export function revealedJson(json: string): unknown {
  if (!SUSPECT.test(json) && !/\\[bfru]/.test(json)) return JSON.parse(json);
  return JSON.parse(json, (_key, value) => (typeof value === "string" ? revealed(value) : value));
}
