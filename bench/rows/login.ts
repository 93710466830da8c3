/** Logging in: against the password hash alone, which is meant to be slow, and what readers notice of a flood of logins. */
import { verifyPassword } from "#accounts/server/passwords/password-hash.ts";
import { GENERATED_PASSWORD } from "../generator/generate.ts";
import { type Bench, inTurns, type Rows, SECONDS } from "../harness/bench.ts";
import { type Call, CONNECTIONS, load } from "../harness/load.ts";
import { visitorAddress } from "../harness/site.ts";
import { watchDuring } from "./watched.ts";

const FLOOD = 64;
/** Users who log in in turns; no account comes near its limit. */
const USERS = 200;

let visitors = 0;
let connections = 0;

async function logins({ recorder }: Bench): Promise<() => Call[]> {
  const { rows } = await recorder.ctx.pool.query<{ email: string }>(
    "select email from users where email like '%@dados.prompteca.local' and not is_blocked order by id limit $1",
    [USERS],
  );
  return () => {
    // Each from another address, and each connection from another account on, as users do: the limits are on.
    const first = connections++ * 37;
    return rows.map((_, turn) => ({
      method: "POST",
      path: "/auth/v1/token?grant_type=password",
      headers: { "content-type": "application/json", ...visitorAddress(visitors++) },
      body: JSON.stringify({
        email: rows[(first + turn) % rows.length]?.email,
        password: GENERATED_PASSWORD,
      }),
    }));
  };
}

/** Passwords verified a second, asked for by as many at once as log in; the site's own bound holds. */
async function verifications({ recorder }: Bench): Promise<number> {
  const { rows } = await recorder.ctx.pool.query<{ password_hash: string }>(
    "select password_hash from users where email like '%@dados.prompteca.local' limit 1",
  );
  const started = performance.now();
  let done = 0;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() - started < SECONDS * 1000) {
        await verifyPassword(rows[0]?.password_hash ?? "", GENERATED_PASSWORD, "");
        done += 1;
      }
    }),
  );
  return done / ((performance.now() - started) / 1000);
}

export const loginRows: Rows = {
  async "writing: login"(bench, what) {
    const calls = await logins(bench);
    const [ours, theirs] = await inTurns(
      bench.rounds,
      () => load(bench.site.origin, { calls, seconds: SECONDS }),
      () => verifications(bench),
    );
    const measured = ours.map(({ rate }) => rate);
    return [{ what, unit: "logins/s", measured, reference: theirs, against: "its argon2id alone" }];
  },
  async "flood of logins"(bench, what) {
    const calls = await logins(bench);
    // Logins beyond the queue are refused with a time to retry.
    return watchDuring(bench, what, (seconds) =>
      load(bench.site.origin, { calls, seconds, connections: FLOOD, expected: [200, 503] }),
    );
  },
};
