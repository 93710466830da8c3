/** What deploy/ has beside the site: the wrapper of commands, units, alerts, the dashboard. */
import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { makeTestFolder } from "#tests/support/folders.ts";

const WRAPPER = resolve("deploy/machine/prompteca-admin");
const site = setUpTestApp();
let folder: string;
beforeAll(async () => {
  folder = await makeTestFolder();
  await chmod(folder, 0o755);
});
afterAll(() => rm(folder, { recursive: true }));

/** Calls the wrapper with a unit of these lines. */
async function admin(unit: string[], ...args: string[]) {
  await writeFile(join(folder, "prompteca.service"), `[Service]\n${unit.join("\n")}\n`);
  const env = {
    PATH: process.env.PATH,
    PROMPTECA_UNIT: join(folder, "prompteca.service"),
    PROMPTECA_CADDY: join(folder, "caddy"),
  };
  return promisify(execFile)("sh", [WRAPPER, ...args], { env, cwd: folder }).then(
    ({ stdout, stderr }) => ({ stdout, stderr, code: 0 }),
    ({ stdout, stderr, code }) => ({ stdout, stderr, code }),
  );
}
const me = userInfo().username;

test("the wrapper is a plain shell script", () => {
  expect(spawnSync("sh", ["-n", WRAPPER]).status).toBe(0);
});

test("a command runs with the unit's account, folder and variables, and is told the caller's folder", async () => {
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? "nobody" : me;
  await mkdir(join(folder, "current/scripts"), { recursive: true });
  // Says with what it was called, instead of Node.js.
  const program =
    '#!/bin/sh\nid -un; pwd; echo "$*"; env | grep -E "^(HOME|MAIL_FROM|DATA_DIR|PORT|INIT_CWD)=" | sort; exit 3\n';
  await writeFile(join(folder, "current/scripts/node.sh"), program, { mode: 0o755 });
  await writeFile(
    join(folder, "site.env"),
    "# a remark\n\nMAIL_FROM=Prompteca <oi@prompteca.example>\nDATA_DIR=/nowhere\nPORT=",
  );
  await mkdir(join(folder, "prompteca.service.d"), { recursive: true });
  await writeFile(
    join(folder, "prompteca.service.d/override.conf"),
    "[Service]\nEnvironment=DATA_DIR=/srv/other\n",
  );
  const unit = [
    `User=${user}`,
    `WorkingDirectory=${join(folder, "current")}`,
    "Environment=HOME=/var/lib/prompteca",
    `EnvironmentFile=${join(folder, "site.env")}`,
  ];
  const { stdout, code } = await admin(unit, "records:export", "--order", "n.º 7 de 2026");
  expect(stdout.split("\n")).toEqual([
    user,
    join(folder, "current"),
    "src/app/operations/command.ts records:export --order n.º 7 de 2026",
    // As systemd reads it: a file wins over what stands in the unit.
    "DATA_DIR=/nowhere",
    "HOME=/var/lib/prompteca",
    `INIT_CWD=${folder}`,
    "MAIL_FROM=Prompteca <oi@prompteca.example>",
    "PORT=",
    "",
  ]);
  expect(code, "the command's own").toBe(3);
});

test("without a unit it says so, and ends as a wrong configuration does", async () => {
  const { stderr, code } = await admin(["Type=exec"], "doctor");
  expect(stderr).toMatch(/names no User and WorkingDirectory: is the service installed\?\n$/);
  expect(code).toBe(78);
});

test("maintenance is turned on for the site and for Caddy, and off; files are named from the caller's folder", async () => {
  await rm(join(folder, "prompteca.service.d"), { recursive: true, force: true });
  await mkdir(join(folder, "caddy"));
  await mkdir(join(folder, "data"));
  await writeFile(join(folder, "own.env"), `DATA_DIR=${join(folder, "data")}\n`);
  const unit = [
    `User=${me}`,
    `WorkingDirectory=${resolve(".")}`,
    `EnvironmentFile=${join(folder, "own.env")}`,
  ];
  const [flag, file] = [join(folder, "caddy/prompteca-maintenance"), join(folder, "data/maintenance")];
  const isRoot = process.getuid?.() === 0;
  const on = await admin(unit, "maintenance", "on");
  expect(on.stderr).toBe(
    "Maintenance is on: visitors are told so at once, with or without a running site.\n",
  );
  expect([existsSync(file), existsSync(flag)]).toEqual([true, isRoot]);
  await admin(unit, "maintenance", "off");
  expect([existsSync(file), existsSync(flag)]).toEqual([false, false]);
  expect((await admin(unit, "maintenance")).stderr).toBe("Maintenance is off.\n");
  const { stderr, code } = await admin(unit, "restore", "--check", "no-such.tar");
  expect(stderr).toContain(`'${join(folder, "no-such.tar")}'`);
  expect(code).toBe(1);
});

test("the installation stops at the first command that fails", async () => {
  const [, block = ""] =
    /^```sh\n(\(set -e[\s\S]+?\))\n```$/m.exec(await readFile("docs/operations.md", "utf8")) ?? [];
  const [place, programs] = [join(folder, "install"), join(folder, "programs")];
  await mkdir(join(place, "opt/prompteca/releases/1"), { recursive: true });
  await mkdir(programs);
  // Each says that it was called; one of them fails.
  for (const name of ["apt-get", "useradd", "install", "git", "npm", "ln", "cp", "systemctl"]) {
    const program = `#!/bin/sh\necho "${name} $1" >>${place}/called\n[ "${name} $1" != "$FAILING" ]\n`;
    await writeFile(join(programs, name), program, { mode: 0o755 });
  }
  const called = async (FAILING: string) => {
    await rm(join(place, "called"), { force: true });
    const env = { PATH: `${programs}:/usr/bin:/bin`, FAILING };
    const { status } = spawnSync("bash", ["-c", block.replaceAll(/ \/(opt|etc|var)/g, ` ${place}/$1`)], {
      env,
    });
    return { calls: (await readFile(join(place, "called"), "utf8")).trim().split("\n"), well: status === 0 };
  };
  const whole = await called("");
  expect(whole).toEqual({
    calls: expect.arrayContaining(["npm ci", "npm run", "systemctl daemon-reload"]),
    well: true,
  });
  for (const [index, call] of whole.calls.entries()) {
    if (whole.calls.indexOf(call) === index)
      expect(await called(call), call).toEqual({ calls: whole.calls.slice(0, index + 1), well: false });
  }
});

test("the units call what the installation puts there, as the site's account", async () => {
  const read = (name: string) => readFile(join("deploy/machine", name), "utf8");
  const [service, doctor, install] = [
    await read("prompteca.service"),
    await read("prompteca-doctor.service"),
    await readFile("docs/operations.md", "utf8"),
  ];
  const user = /^User=.+$/m.exec(service)?.[0] ?? "";
  expect(doctor).toContain(user);
  const [, program = "?"] = /^ExecStart=(\S+) doctor --quiet$/m.exec(doctor) ?? [];
  expect(install).toContain(`ln -sfn /opt/prompteca/current/deploy/machine/prompteca-admin ${program}`);
  expect(install).toContain("prompteca-doctor.timer");
});

/** Names of metrics that an expression asks for: words that are neither functions nor labels nor numbers. */
const metricsIn = (expr: string) =>
  expr
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|\b(?:by|on|without) \([^)]*\)/g, "")
    .match(/\b[a-z]+_[a-z0-9_]+\b(?!\s*\()|\bup\b/g) ?? [];

test("alerts and dashboard ask for metrics that there are", async () => {
  await site.ctx.pool.query("insert into backups (bytes, file, copied_at) values (1, 'x', now())");
  const { body } = await site.app.inject({ url: "/metrics", remoteAddress: "127.0.0.1" });
  const known = new Set(
    [...body.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name = "", type]) =>
      type === "histogram" ? [`${name}_count`, `${name}_bucket`, `${name}_sum`] : [name],
    ),
  );
  // Prometheus' own.
  known.add("up");
  const { groups } = parse(await readFile("deploy/prometheus/alerts.yml", "utf8"));
  const rules: { alert: string; expr: string; annotations: Record<string, string> }[] = groups[0].rules;
  const { panels } = JSON.parse(await readFile("deploy/prometheus/dashboard.json", "utf8")) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  const asked = [
    ...rules.map(({ expr }) => expr),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
  expect(asked.length).toBeGreaterThan(20);
  for (const expr of asked) {
    const metrics = metricsIn(expr);
    expect(metrics.length, expr).toBeGreaterThan(0);
    expect(
      metrics.filter((name) => !known.has(name)),
      expr,
    ).toEqual([]);
  }
  const night = await readFile("docs/night.md", "utf8");
  for (const { annotations } of rules) {
    const [, heading] = /^docs\/night\.md, “(.+)”$/.exec(annotations.do ?? "") ?? [];
    if (heading) expect(night).toContain(`**${heading}**`);
  }
});
