/** The other yardstick: recorded statements run again by `pg` alone, over as many connections. A process of its own. */
import pg from "pg";
import type { Replay } from "./replay.ts";

let pool: pg.Pool | undefined;

async function run({ connection, cycles, seconds }: Replay): Promise<number> {
  pool ??= new pg.Pool({ ...connection, max: cycles.length });
  const open = pool;
  const started = performance.now();
  let calls = 0;
  await Promise.all(
    cycles.map(async (cycle) => {
      for (let turn = 0; performance.now() - started < seconds * 1000; turn++) {
        const client = await open.connect();
        try {
          for (const { name, text, values } of cycle[turn % cycle.length] ?? []) {
            await client.query({ ...(name && { name }), text, values });
          }
        } finally {
          client.release();
        }
        calls += 1;
      }
    }),
  );
  return calls / ((performance.now() - started) / 1000);
}

process.on("message", (replay: Replay) => {
  run(replay).then(
    (rate) => process.send?.(rate),
    (error) => process.send?.({ error: String(error) }),
  );
});
