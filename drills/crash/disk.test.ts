/** A disk that fills up, pictures' disk that turns read-only, a database that hangs: clear refusals, no loss, recovery by itself. */
import { execFileSync } from "node:child_process";
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeMembers } from "#drills/overload/attacks.ts";
import { makeTestFolder } from "#tests/support/folders.ts";
import { pause } from "#tests/support/pause.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { type CrashSite, startCrashSite } from "./site.ts";

const RECOVERY = 60_000;
/** Milliseconds within which everybody is answered, whatever hangs. */
const ANSWERED = 30_000;

let folder: string;
let data: string;
let site: CrashSite | undefined;
let token: string;
let made = 0;
const acknowledged: number[] = [];

function mount(...options: string[]): boolean {
  try {
    execFileSync("mount", options, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Where this machine lets us mount a disk of our own. */
const mountable = await (async () => {
  folder = await makeTestFolder();
  data = join(folder, "data");
  await mkdir(data);
  return mount("-t", "tmpfs", "-o", "size=220m", "tmpfs", data);
})();
if (!mountable)
  console.warn("Full and read-only disks are not tried: this machine does not let the tests mount any.");

beforeAll(async () => {
  if (mountable) {
    await mkdir(join(data, "media"));
    mount("-t", "tmpfs", "-o", "size=20m", "tmpfs", join(data, "media"));
  }
  site = await startCrashSite({ DATA_DIR: data });
  await site.ready();
  [token = ""] = await makeMembers(site, 1);
});
afterAll(async () => {
  await site?.close().catch(() => {});
  for (const place of mountable ? [join(data, "media"), data] : []) execFileSync("umount", ["-l", place]);
  await rm(folder, { recursive: true, force: true });
});

async function publish(): Promise<number> {
  made++;
  const picture = await pictureDataUrl(`#${(made * 4099).toString(16).padStart(6, "0")}`, 90, 60);
  const body = {
    title: `Em disco ${made}`,
    content: "Um conteúdo comprido o bastante.",
    llm_type_id: 1,
    thumbnail_url: picture,
  };
  const answer = await fetch(`${site?.origin}/api/prompts`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(ANSWERED),
  });
  const text = await answer.text();
  if (answer.status === 201) acknowledged.push(JSON.parse(text).id);
  else {
    expect([answer.status, answer.headers.get("retry-after")], text).toEqual([503, "5"]);
    expect(JSON.parse(text).code).toBe("unavailable");
  }
  return answer.status;
}

/** Publishing works again by itself, and everything acknowledged before is there with its picture. */
async function expectWell(): Promise<void> {
  await expect.poll(publish, { timeout: RECOVERY, interval: 200 }).toBe(201);
  for (const id of acknowledged) {
    const answer = await fetch(`${site?.origin}/api/prompts/${id}`);
    expect(answer.status).toBe(200);
    const { thumbnail_url } = (await answer.json()) as { thumbnail_url: string };
    expect((await fetch(site?.origin + thumbnail_url)).status).toBe(200);
  }
  expect(site?.starts()).toBe(1);
}

async function publishUntilRefused(): Promise<void> {
  for (const deadline = Date.now() + 20_000; (await publish()) === 201; ) {
    expect(Date.now()).toBeLessThan(deadline);
  }
}

describe.skipIf(!mountable)("a disk", () => {
  test("of pictures that is read-only for a while refuses publications in words", async () => {
    expect(await publish()).toBe(201);
    expect(mount("-o", "remount,ro", join(data, "media"))).toBe(true);
    expect(await publish()).toBe(503);
    expect(mount("-o", "remount,rw", join(data, "media"))).toBe(true);
    await expectWell();
  });

  test("that is full for a while loses nothing that was acknowledged", async () => {
    const ballast = await open(join(data, "ballast"), "w");
    const block = Buffer.alloc(1024 * 1024);
    const full = async (bytes: Buffer) =>
      ballast.write(bytes).then(
        () => false,
        () => true,
      );
    while (!(await full(block)));
    while (!(await full(block.subarray(0, 4096))));
    await ballast.close();
    await publishUntilRefused();
    await pause(1000, "the disk stays full for a while, whatever is tried meanwhile");
    await rm(join(data, "ballast"));
    await expectWell();
  });
});

test("a database that hangs is told in words within seconds, and comes back by itself once it is gone", async () => {
  expect(await publish()).toBe(201);
  await site?.hang();
  try {
    const statusOf = async (path: string) => {
      const answer = await fetch(`${site?.origin}${path}`, { signal: AbortSignal.timeout(ANSWERED) });
      await answer.arrayBuffer();
      return answer.status;
    };
    // First over connections that are there and wait for an answer, then over new ones.
    for (const connections of ["old", "new"]) {
      const paths = ["/readyz", "/api/prompts?search=mar", "/api/prompts/987654"];
      const statuses = await Promise.all([publish(), ...paths.map(statusOf)]);
      expect(statuses, connections).toEqual([503, 503, 503, 503]);
    }
    expect((await fetch(`${site?.origin}/healthz`)).status).toBe(200);
  } finally {
    await site?.kill("database");
  }
  await expectWell();
});
