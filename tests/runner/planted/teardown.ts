/** Ends badly in the run that PLANTED_TEARDOWN says: `fails 1`, `fails 2`, `dies 1`. */
import { turnOf } from "./turn.ts";

export function teardown() {
  const [what, turn] = (process.env.PLANTED_TEARDOWN ?? "").split(" ");
  if (turnOf("teardown") !== Number(turn)) return;
  if (what === "dies") process.kill(process.pid, "SIGKILL");
  throw new Error("planted: the teardown fails");
}
