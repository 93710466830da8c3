/**
 * Machines on this machine: network namespaces on one bridge. Killing a machine kills all that runs in it; one that is
 * cut off is reached by nobody, and goes on.
 */
import { execFile, execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { promisify } from "node:util";
import { pathTo } from "./engines.ts";
import { until } from "./until.ts";

export interface Machine {
  /** a, b, c. */
  name: string;
  address: string;
  /** For `ip netns exec`. */
  namespace: string;
  /** Kills everything that runs in it, at once. */
  kill(): Promise<void>;
  /** Takes its cable out. */
  cutOff(): Promise<void>;
  connect(): Promise<void>;
}

export interface Network {
  machines: Machine[];
  remove(): void;
}

/** @param names of the machines, one letter each */
export async function openNetwork(names: readonly string[]): Promise<Network> {
  const ip = (...args: string[]) => promisify(execFile)(pathTo("ip"), args);
  // An address of the block for measuring (RFC 2544), which nobody has at home. Several runs may be under way.
  const number = randomInt(1, 255);
  const run = `pt${number}`;
  const subnet = `198.18.${number}`;
  const created: string[] = [];

  const pidsIn = (namespace: string) =>
    execFileSync(pathTo("ip"), ["netns", "pids", namespace], { encoding: "utf8" })
      .split("\n")
      .filter(Boolean)
      .map(Number);
  function killAll(namespace: string): number {
    const pids = pidsIn(namespace);
    for (const pid of pids) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It has ended meanwhile.
      }
    }
    return pids.length;
  }
  function remove(): void {
    for (const namespace of created.splice(0)) {
      while (killAll(namespace) > 0);
      execFileSync(pathTo("ip"), ["netns", "del", namespace]);
    }
    execFileSync(pathTo("ip"), ["link", "del", run]);
    process.removeListener("exit", remove);
  }

  await ip("link", "add", run, "type", "bridge");
  process.once("exit", remove);
  await ip("addr", "add", `${subnet}.1/24`, "dev", run);
  await ip("link", "set", run, "up");
  const machines: Machine[] = [];
  for (const [index, name] of names.entries()) {
    const namespace = `${run}-${name}`;
    const [near, far] = [`${run}${name}`, "eth0"];
    const address = `${subnet}.${11 + index}`;
    await ip("netns", "add", namespace);
    created.push(namespace);
    await ip("link", "add", near, "type", "veth", "peer", "name", far, "netns", namespace);
    await ip("link", "set", near, "master", run, "up");
    await ip("-n", namespace, "addr", "add", `${address}/24`, "dev", far);
    await ip("-n", namespace, "link", "set", far, "up");
    await ip("-n", namespace, "link", "set", "lo", "up");
    machines.push({
      name,
      address,
      namespace,
      async kill() {
        // Processes that were being started while the others were killed are killed too.
        await until(`all of ${name} is killed`, () => killAll(namespace) === 0, { pause: 5 });
      },
      cutOff: async () => void (await ip("link", "set", near, "down")),
      connect: async () => void (await ip("link", "set", near, "up")),
    });
  }
  return { machines, remove };
}
