/** `npm run test:crash -- --rounds 100 --seed 1`: a line for each round, then what came of all. */
import { parseArgs } from "node:util";
import { type Round, runRounds } from "./rounds.ts";

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "100" }, seed: { type: "string", default: "1" } },
});

function tell({ number, victim, after, back, acknowledged, lost, half }: Round): void {
  console.log(
    `${String(number).padStart(4)}  ${victim.padEnd(8)} killed after ${(after / 1000).toFixed(1)} s, back in ${(back / 1000).toFixed(1)} s, ` +
      `${acknowledged} writes acknowledged, lost ${lost.length}, half ${half.length}`,
  );
  for (const fault of [...lost, ...half]) console.log(`      ${fault}`);
}

const summary = await runRounds({
  rounds: Number(values.rounds),
  seed: Number(values.seed),
  settle: true,
  told: tell,
});
const { lost, half, unclear } = summary;
console.log(
  `\n${summary.rounds} kills, seed ${values.seed}: ${summary.acknowledged} acknowledged writes (${summary.accounts} registrations, ` +
    `${summary.prompts} prompts), ${summary.mails} mails; lost ${lost.length}, half ${half.length}, unclear answers ${unclear.length}, ` +
    `told to come back ${summary.refused} times; started ${summary.starts} times, slowest return ${(summary.slowest / 1000).toFixed(1)} s`,
);
for (const fault of [...lost, ...half, ...unclear].slice(0, 50)) console.log(`  ${fault}`);
process.exitCode = lost.length + half.length + unclear.length > 0 ? 1 : 0;
