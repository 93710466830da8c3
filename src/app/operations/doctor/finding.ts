/** Findings of the doctor, and the comparison of clocks that several checks make. */

export type Verdict = "ok" | "warning" | "wrong";

export interface Finding {
  verdict: Verdict;
  about: string;
  says: string;
}

/** The findings of one check. */
export type Findings<Result = void> = AsyncGenerator<[Verdict, string], Result>;

/** A finding as a line for the terminal. */
export const lineOf = ({ verdict, about, says }: Finding) => `${verdict.padEnd(7)}  ${about}: ${says}`;

/** Clock difference in milliseconds above which links and tokens expire early or late. */
const CLOCK_DIFFERENCE = 2000;

/** @param tells time of the other clock, read between two local times, all in milliseconds */
export async function* compareClocks(
  whose: string,
  tells: number,
  asked: number,
  answered: number,
): Findings {
  const ahead = tells - (asked + answered) / 2;
  if (Math.abs(ahead) <= CLOCK_DIFFERENCE + (answered - asked) / 2) return;
  const seconds = Math.abs(ahead / 1000).toFixed(1);
  yield ["warning", `${whose} is ${seconds} s ${ahead > 0 ? "ahead of" : "behind"} the clock here`];
}
