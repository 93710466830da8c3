/** Every verdict of every check, in the order of the source, with the test that has seen it. A new one has to be put here. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Verdict } from "./finding.ts";

const HEALTHY = "a healthy site: each part is reported, a mail arrives, nothing is left behind";
const ALL_WRONG = "every part that is wrong is named in one run, without the password";
const CONNECTIONS = "a limit on connections is reported, and what a pooler lacks";
const MEMORY = "memory is enough for the process, or for its database too";
const DISK = "a disk is full, getting full, or has no room for more files";
const NO_PAGES = "in production pages that are not built, and a sender of no domain, are wrong";
const SENDER = "a sender whose domain is not in DNS";
const PORT = "the port is free, or the site's own";
const ISSUER = "an issuer must answer as the one that is configured, and is told what to register";
const BYPASS = "a port that is reachable past the proxy is reported, with what is believed there";
const ADDRESS = "the site itself must answer at the public address, and its clock is compared";
const NO_SITE = "a folder without a site is left unchanged";
const OTHER_SCHEMA = "a database of a newer version, and one without tables, are reported and left unchanged";
const REPLICAS = "replicas that no read goes to are reported, with the reason";
const LAG = "a replica says how far it is behind, and is a warning beyond two seconds";
const EXTENSION = "a server that lacks pg_trgm, or does not let us create it, is wrong";
const PASSKEYS = "an address that devices make no passkeys for is reported, and who of the staff has none";
const KEY = "a SECRET_KEY that the database was not used with, or none, is wrong before it ends sessions";

const LATE = "a nightly backup, or its copy elsewhere, that is late is wrong in production";
const SILENT =
  "an address that does not answer while the site listens is wrong, and a certificate that is refused";

const SEEN: Record<string, [Verdict, string][]> = {
  "database.ts": [
    ["ok", HEALTHY],
    ["ok", "the clock of a database that is brought along is not compared"],
    ["ok", OTHER_SCHEMA],
    ["ok", HEALTHY],
    ["warning", "a database of an older version that is brought along is told before it is moved"],
    ["ok", NO_SITE],
    ["wrong", CONNECTIONS],
    ["warning", CONNECTIONS],
    ["warning", CONNECTIONS],
    ["ok", HEALTHY],
    ["warning", CONNECTIONS],
    ["ok", CONNECTIONS],
    ["wrong", REPLICAS],
    ["warning", LAG],
    ["ok", LAG],
    ["warning", REPLICAS],
    ["wrong", EXTENSION],
    ["wrong", EXTENSION],
    ["wrong", KEY],
    ["wrong", PASSKEYS],
    ["warning", PASSKEYS],
    ["warning", PASSKEYS],
    ["warning", "no backup is a warning in production"],
    ["ok", HEALTHY],
    ["wrong", LATE],
    ["ok", LATE],
    ["ok", LATE],
    ["wrong", LATE],
    ["warning", HEALTHY],
    ["wrong", HEALTHY],
  ],
  "doctor.ts": [
    ["wrong", ALL_WRONG],
    ["ok", HEALTHY],
    ["wrong", NO_PAGES],
    ["warning", NO_PAGES],
    [
      "warning",
      "what the start refuses is wrong before the first start, and misspelt variables are reported",
    ],
    ["ok", HEALTHY],
  ],
  "finding.ts": [["warning", "a clock is ahead or behind by more than the answer took"]],
  "machine.ts": [
    ["warning", MEMORY],
    ["ok", MEMORY],
    ["warning", "a folder of another account is no folder for root"],
    ["wrong", ALL_WRONG],
    ["warning", ALL_WRONG],
    ["wrong", DISK],
    ["warning", DISK],
    ["warning", DISK],
    ["ok", DISK],
    ["ok", "mails are kept, and pictures have a folder, before the first start"],
    ["ok", HEALTHY],
  ],
  "network.ts": [
    ["wrong", NO_PAGES],
    ["ok", SENDER],
    ["wrong", SENDER],
    ["warning", SENDER],
    ["warning", "mails that may go unencrypted are a warning"],
    ["ok", HEALTHY],
    ["ok", "mails are kept, and pictures have a folder, before the first start"],
    ["ok", HEALTHY],
    ["wrong", ALL_WRONG],
    ["ok", ISSUER],
    ["wrong", ISSUER],
    ["ok", PORT],
    ["ok", PORT],
    ["warning", BYPASS],
    ["ok", BYPASS],
    ["warning", BYPASS],
    ["warning", "behind a proxy that is not named all visitors count as one"],
    ["wrong", SILENT],
    ["wrong", SILENT],
    ["warning", HEALTHY],
    ["wrong", ADDRESS],
    ["warning", ADDRESS],
    ["ok", ADDRESS],
    ["wrong", SILENT],
    ["warning", ADDRESS],
  ],
};

test("every verdict has a test", () => {
  const folder = import.meta.dirname;
  const sources = globSync("*.ts", { cwd: folder });
  const read = (file: string) => readFileSync(join(folder, file), "utf8");
  const verdicts = Object.fromEntries(
    sources
      .filter((file) => !file.endsWith(".test.ts"))
      .sort()
      .map((file) => {
        const checks = read(file).replace(/^export type Verdict.*$/m, "");
        return [
          file,
          [...checks.matchAll(/"(ok|warning|wrong)"(?!\)|, "ending")/g)].map(([, verdict]) => verdict),
        ];
      }),
  );
  const seen = Object.entries(SEEN).map(([file, of]) => [file, of.map(([verdict]) => verdict)] as const);
  expect(verdicts).toEqual(Object.fromEntries(seen));
  const tests = sources.filter((file) => file.endsWith(".test.ts") && file !== "verdicts.test.ts").map(read);
  for (const title of new Set(Object.values(SEEN).flatMap((of) => of.map(([, title]) => title))))
    expect(
      tests.some((source) => source.includes(`test("${title}"`)),
      title,
    ).toBe(true);
});
