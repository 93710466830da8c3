/** The database is lost, then all of the site: what readers still get. */
import { setTimeout as delay } from "node:timers/promises";
import type { Figure } from "../../part.ts";
import { siteVcl } from "../varnish.ts";
import { ask, warm } from "./asking.ts";
import type { Front } from "./front.ts";
import { startOrigin } from "./origin.ts";

/** Milliseconds after which kept answers are stale: 30 s, and 30 s in which they may still be sent. */
const OLD = 62_000;

/** Reads all paths once. */
async function readAll(origin: string, paths: string[]) {
  let served = 0;
  let slowest = 0;
  for (const path of paths) {
    const asked = performance.now();
    const { status, text, body } = await ask(origin + path);
    slowest = Math.max(slowest, performance.now() - asked);
    if (status === 200 && (body.length > 0 || text)) served++;
  }
  return { served, slowest };
}

const AT_ONCE = 12;
/** Milliseconds for AT_ONCE readers of an address that fails after one second. One behind the other, they took 13. */
const FAILING = 8000;

/** A site that refuses after a second, as one with too many requests does: its readers do not wait for each other. */
export async function measureFailing(front: Front): Promise<Figure> {
  const site = await startOrigin(
    front,
    "failing",
    async ({ url }, response) => {
      const isWell = url === "/healthz" || url === "/readyz";
      if (!isWell) await delay(1000);
      response.writeHead(isWell ? 200 : 503).end();
    },
    (port) => siteVcl([port, port]),
  );
  const asked = performance.now();
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => ask(`${site.origin}/prompts`)));
  const ms = performance.now() - asked;
  site.close();
  const refused = answers.filter(({ status }) => status === 503).length;
  return {
    name: `${AT_ONCE} readers at once of what fails after 1 s: the slowest`,
    value: `${(ms / 1000).toFixed(1)} s`,
    target: `${FAILING / 1000} s`,
    met: refused === AT_ONCE && ms <= FAILING,
  };
}

export async function measureLosses(front: Front, tell: (line: string) => void): Promise<Figure[]> {
  const { origin, ctx } = front;
  const { rows } = await ctx.pool.query(
    `select p.id, image_hash as hash, case when width < 400 then width else 400 end as width
      from prompts p join images on hash = image_hash where hidden_at is null order by p.id limit 30`,
  );
  const paths = [
    ...[
      "/",
      "/prompts",
      "/prompts?sort=newest",
      "/prompts?llm=1",
      "/feed.xml",
      "/sitemap.xml",
      "/api/v1/prompts",
      "/api/prompts/top",
    ],
    ...rows.flatMap(({ id }) => [
      `/prompts/${id}`,
      `/api/prompts/${id}`,
      `/embed/prompts/${id}`,
      `/media/preview-${id}.jpg`,
    ]),
    ...new Set(rows.map(({ hash, width }) => `/media/${hash}-${width}.webp`)),
  ];
  const page = await warm(origin, "/prompts");
  const assets = [...page.text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(
    ([, path]) => path as string,
  );
  const all = [...paths, ...new Set(assets)];
  for (const path of all) await warm(origin, path);

  const figure = (name: string, { served, slowest }: { served: number; slowest: number }): Figure => ({
    name: `${name} (slowest ${Math.round(slowest)} ms)`,
    value: `${served} of ${all.length}`,
    target: "all",
    met: served === all.length,
  });
  tell("the database is lost");
  await front.loseDatabase();
  const figures = [figure("served at once without the database", await readAll(origin, all))];
  await delay(OLD);
  figures.push(figure("a minute later, older than their time", await readAll(origin, all)));
  tell("all of the site is lost");
  await front.loseSite();
  figures.push(figure("served at once without the site", await readAll(origin, all)));
  await delay(10_000);
  figures.push(figure("10 s later", await readAll(origin, all)));
  const { status, text } = await ask(`${origin}/prompts?page=2&sort=views`);
  const isTold = status === 503 && text.includes("fora do ar");
  figures.push({
    name: "what was never asked for says so",
    value: String(status),
    target: "503, in words",
    met: isTold,
  });
  return figures;
}
