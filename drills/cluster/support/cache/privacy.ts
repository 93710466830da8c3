/** Whether one person's answer reaches another, or headers that say nothing to readers spoil what others get. */
import { ask, call, warm } from "./asking.ts";
import type { publishScene } from "./changes.ts";
import type { Front } from "./front.ts";

type Scene = Awaited<ReturnType<typeof publishScene>>;

const EVIL = "evil.example";

/**
 * Headers of attackers: names of other hosts and paths, other methods, forms, origins, cookies; split and odd
 * spellings.
 */
const HOSTILE: Record<string, string>[] = [
  ...[
    "x-forwarded-host",
    "x-host",
    "x-forwarded-server",
    "x-original-host",
    "x-http-host-override",
    "x-forwarded-prefix",
  ].map((name) => ({ [name]: EVIL })),
  { host: EVIL },
  { host: `${EVIL}:6081`, "x-forwarded-host": EVIL },
  { forwarded: `for=1.2.3.4;host=${EVIL};proto=http` },
  ...["x-original-url", "x-rewrite-url", "x-override-url"].map((name) => ({
    [name]: `/api/account?${EVIL}`,
  })),
  { "x-forwarded-proto": "http", "x-forwarded-port": "1", "x-forwarded-scheme": "nothttps" },
  ...["x-http-method-override", "x-http-method", "x-method-override"].map((name) => ({ [name]: "DELETE" })),
  { accept: "application/problem+json" },
  { accept: EVIL },
  { origin: `https://${EVIL}` },
  { referer: `https://${EVIL}/` },
  { "user-agent": `<script>${EVIL}</script>` },
  { "accept-language": `${EVIL};q=1` },
  { cookie: `session=${EVIL}; theme=dark` },
  { "cache-control": "no-store", pragma: "no-cache" },
  { "if-none-match": "*" },
  { "if-modified-since": new Date().toUTCString() },
  { range: "bytes=0-9" },
  { "transfer-encoding": "identity", te: "trailers" },
  { "x-forwarded-for": `${EVIL}, 127.0.0.1, ::1` },
  { "x-real-ip": "127.0.0.1", "x-client-ip": "127.0.0.1", "true-client-ip": "127.0.0.1" },
  { "x-in-need": "1", "x-cache": "HIT", xkey: "everything", "surrogate-key": "everything" },
  {
    "xkey-purge": "everything",
    "cdn-cache-control": "max-age=999999",
    "surrogate-control": "max-age=999999",
  },
  { "accept-encoding": "br;q=0, gzip;q=0, *;q=0" },
  { "accept-encoding": `gzip, ${EVIL}` },
  { "x-request-id": EVIL, traceparent: EVIL, via: EVIL },
];

/** Pages tell the minute that they were written in. */
const timeless = (text: string) => text.replaceAll(/"(now|dataUpdatedAt|dehydratedAt)":\d+/g, "");

/** Asks with each set of headers first, then as a reader. @returns what went wrong */
export async function compareHostile(front: Front, { prompt }: Scene): Promise<string[]> {
  const { origin } = front;
  const paths = [
    "/",
    `/prompts/${prompt.id}`,
    "/api/prompts",
    `/embed/prompts/${prompt.id}`,
    "/feed.xml",
    `/media/preview-${prompt.id}.jpg`,
  ];
  const wrong: string[] = [];
  await front.empty();
  const clean = new Map<string, string>();
  for (const path of paths) clean.set(path, timeless((await ask(origin + path)).text));
  for (const headers of HOSTILE) {
    await front.empty();
    const named = JSON.stringify(headers);
    for (const path of paths) {
      await ask(origin + path, headers);
      const reader = await ask(origin + path);
      const told = JSON.stringify(reader.headers);
      const names = Object.keys(reader.headers).join(" ");
      if (reader.status !== 200 || timeless(reader.text) !== clean.get(path))
        wrong.push(`${path} after ${named}: ${reader.status}`);
      if ((reader.text + told).includes(EVIL)) wrong.push(`${path} repeats ${named}`);
      if (/surrogate-key|cdn-cache-control|cache-tag|set-cookie|ratelimit/i.test(names))
        wrong.push(`${path} tells ${names}`);
    }
  }
  // Nobody else purges, whatever way the request comes.
  await warm(origin, "/");
  for (const authorization of ["", "Bearer ", `Bearer ${front.token}x`]) {
    const { status } = await ask(origin, { authorization, "xkey-purge": "everything" }, { method: "PURGE" });
    if (status !== 405) wrong.push(`a purge with "${authorization.slice(0, 7)}" is answered ${status}`);
  }
  if (!(await ask(`${origin}/`)).isHit) wrong.push("a stranger's purge dropped something");
  return wrong;
}

/** Signed-in answers come from the site each time, and are nobody else's. @returns what went wrong */
export async function compareSignedIn({ origin }: Front, { prompt, author }: Scene): Promise<string[]> {
  const wrong: string[] = [];
  const authorization = `Bearer ${author.token}`;
  const path = `/api/prompts/${prompt.id}`;
  await call(origin, "POST", `${path}/like`, author.token);
  for (const asked of [
    path,
    "/api/prompts",
    "/api/prompts/top",
    "/api/collections",
    `/api/users/${author.id}/favorites`,
  ]) {
    const isPublic = (await ask(origin + asked)).status === 200;
    if (isPublic) await warm(origin, asked);
    const own = await ask(origin + asked, { authorization });
    if (own.isHit || own.headers["x-cache"] !== "PASS")
      wrong.push(`${asked} with a session comes from the cache`);
    if (own.status !== 200) wrong.push(`${asked} with a session: ${own.status}`);
    const reader = await ask(origin + asked);
    if (reader.text.includes('"is_liked":true')) wrong.push(`${asked}: a reader gets somebody's likes`);
    if (!isPublic && reader.status === 200) wrong.push(`${asked}: a reader gets what is private`);
  }
  const own = await ask(origin + path, { authorization });
  if (!own.text.includes('"is_liked":true')) wrong.push("the member does not see their own like");
  // A session that is void is answered as nobody's, and not kept.
  const void_ = await ask(origin + path, { authorization: "Bearer nobody" });
  if (void_.isHit) wrong.push("a void session is answered from the cache");
  return wrong;
}

/** Encodings, HEAD, ranges, conditions and spellings of one address. @returns what went wrong */
export async function compareEncodings({ origin, ctx }: Front): Promise<string[]> {
  const wrong: string[] = [];
  const expect = (what: string, found: unknown, wanted: unknown) => {
    if (found !== wanted) wrong.push(`${what}: ${found}, not ${wanted}`);
  };
  const plain = await ask(`${origin}/prompts`, { "accept-encoding": "identity" });
  for (const [accepted, encoding] of [
    ["br, gzip", "br"],
    ["gzip, deflate, br", "br"],
    ["gzip, deflate, br, zstd", "br"],
    ["gzip, deflate, br;q=0", "gzip"],
    ["deflate", undefined],
  ] as const) {
    for (let time = 0; time < 2; time++) {
      const answer = await ask(`${origin}/prompts`, { "accept-encoding": accepted });
      expect(`encoding for ${accepted}`, answer.headers["content-encoding"], encoding);
      expect(`text for ${accepted}`, timeless(answer.text) === timeless(plain.text), true);
    }
  }
  await warm(origin, "/prompts?q=mar&sort=newest");
  const respelt = await ask(`${origin}/prompts?utm_source=a&sort=newest&gclid=1&q=mar&utm_medium=b`);
  expect("another spelling of an address is a hit", respelt.isHit, true);
  const { rows } = await ctx.pool.query("select image_hash as hash from prompts order by id limit 1");
  const path = `/media/${rows[0].hash}-400.webp`;
  const direct = await ask(origin + path, { authorization: "Bearer nobody" });
  const picture = await warm(origin, path);
  expect("a picture from the bucket", picture.body.equals(direct.body) && picture.status, 200);
  const part = await ask(origin + path, { range: "bytes=10-19" });
  expect("a range", `${part.status} ${part.body.equals(picture.body.subarray(10, 20))}`, "206 true");
  const known = await ask(origin + path, { "if-none-match": picture.headers.etag as string });
  expect("a known picture", `${known.status} ${known.body.length} ${known.isHit}`, "304 0 true");
  const head = await ask(origin + path, {}, { method: "HEAD" });
  expect("HEAD", `${head.status} ${head.headers["content-length"]}`, `200 ${picture.body.length}`);
  return wrong;
}
