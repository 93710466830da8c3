/** Runs planted files as `npm test` runs the suite: `node run.ts FILE…`. */
import { runSuite, summarise } from "../suite.ts";

const tell = (line: string) => process.stdout.write(`${line}\n`);
const verdict = await runSuite(import.meta.dirname, process.argv.slice(2), tell);
process.stdout.write(`\nSUMMARY\n${summarise(verdict).join("\n")}\n`);
