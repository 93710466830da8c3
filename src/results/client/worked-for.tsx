/** For how many a prompt worked, and when last: on cards and on a prompt's page. */
import { RESULTS_FROM } from "#results/catalog.ts";
import type { ResultCounts } from "#results/contract.ts";
import { countOf } from "#ui/numbers.ts";
import { RelativeTime } from "#ui/relative-time.tsx";

/** Whether enough people have answered. */
export const hasResults = ({ answered_count }: ResultCounts) => answered_count >= RESULTS_FROM;

/** Nothing while it has worked for nobody. */
export function WorkedFor({ worked_count, last_worked_at }: ResultCounts) {
  return (
    last_worked_at && (
      <>
        Funcionou para {countOf(worked_count, "pessoa", "pessoas")}
        <span>
          {" "}
          · <RelativeTime date={last_worked_at} />
        </span>
      </>
    )
  );
}
