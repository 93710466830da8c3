/** The process of the command line. */
import { homedir } from "node:os";
import { run } from "./run.ts";

// A reader that ends early (`| head`) is noticed where it is written to; without a listener it would end the process.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

process.exitCode = await run({
  args: process.argv.slice(2),
  env: process.env,
  platform: process.platform,
  home: homedir(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
});
// A terminal or pipe that was read from would keep the process running.
process.stdin.destroy();
