/** Varnish by the file that operators copy. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Context } from "../part.ts";
import type { Engine } from "./processes.ts";
import { until } from "./until.ts";

const VCL = new URL("../../../deploy/cluster/varnish/default.vcl", import.meta.url);

/** The file, before two processes of the site. */
export async function siteVcl(ports: readonly number[]): Promise<string> {
  const vcl = await readFile(VCL, "utf8");
  return ports.reduce((text, port, index) => text.replaceAll(`"300${index + 1}"`, `"${port}"`), vcl);
}

/** @param name of its files. @returns its process, and its working folder for varnishadm and varnishstat */
export async function startVarnish(
  { folder, processes }: Pick<Context, "folder" | "processes">,
  { name, vcl, port, token }: { name: string; vcl: string; port: number; token: string },
): Promise<{ engine: Engine; working: string }> {
  const working = await folder.folder(name);
  const file = await folder.file(`${name}.vcl`, vcl);
  const engine = processes.start(
    "varnishd",
    [
      "-F",
      "-a",
      `127.0.0.1:${port}`,
      "-f",
      file,
      "-n",
      working,
      "-s",
      "malloc,256m",
      "-p",
      "http_gzip_support=off",
    ],
    {
      log: join(folder.path, `${name}.log`),
      owner: folder.owner,
      env: { CACHE_PURGE_TOKEN: token, PATH: `${process.env.PATH}:/usr/sbin` },
    },
  );
  await until(`${name} listens`, async () => (await fetch(`http://127.0.0.1:${port}/`)).status > 0);
  return { engine, working };
}
