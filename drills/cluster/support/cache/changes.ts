/**
 * Changes of public content, and after how long the last reader sees the old: on pages, feeds, lists, previews,
 * pictures.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { PromptView } from "#prompts/contract.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { createUser } from "#tests/support/users.ts";
import { type Answer, ask, call, warm } from "./asking.ts";
import type { Front } from "./front.ts";

/** Milliseconds for which every place is watched: what was right must stay so. */
const WATCHED = 3000;
/** Pause between two readers of one place. */
const PACE = 60;

interface Place {
  path: string;
  isRight: (answer: Answer) => boolean;
}

/** Reads all places while something changes. @returns milliseconds after which nobody was shown the old any more */
async function settle(
  origin: string,
  change: () => Promise<unknown>,
  places: Place[],
): Promise<{ ms: number; path: string }> {
  let done = 0;
  let isOver = false;
  let worst = { ms: 0, path: "" };
  const readers = places.map(async ({ path, isRight }) => {
    while (!isOver) {
      const asked = performance.now();
      const answer = await ask(origin + path);
      const ms = asked - done;
      if (done && ms > worst.ms && !isRight(answer)) worst = { ms, path };
      await delay(PACE);
    }
  });
  try {
    await change();
    done = performance.now();
    await delay(WATCHED);
  } finally {
    isOver = true;
    await Promise.all(readers);
  }
  return worst;
}

/** Everything that changes happen to: an author with a prompt, a remix of it, a list that has it. */
export async function publishScene({ origin, ctx }: Front, username: string, title = "Jabuticaba azul") {
  const author = await createUser(ctx, { username });
  const publish = async (title: string, fields: object = {}) =>
    (await call(origin, "POST", "/api/prompts", author.token, {
      title,
      content: `Escreva sobre ${title} com calma, em [quantos] parágrafos.`,
      llm_type_id: 1,
      thumbnail_url: await pictureDataUrl(
        `#${Math.floor(Math.random() * 0xffffff)
          .toString(16)
          .padStart(6, "0")}`,
        640,
        480,
      ),
      ...fields,
    })) as PromptView;
  const prompt = await publish(title);
  const list = (await call(origin, "POST", "/api/collections", author.token, {
    title: "Do pomar",
    is_public: true,
  })) as {
    id: number;
    path: string;
  };
  await call(origin, "PUT", `/api/collections/${list.id}/items/${prompt.id}`, author.token, {});
  return { author, prompt, list };
}
type Scene = Awaited<ReturnType<typeof publishScene>>;

/** Where a prompt shows. @param own its own places, which say 404 or 410 when it is gone; the others are lists */
function placesOf({ author, list, prompt: { id } }: Scene, origin: string) {
  return {
    own: [
      `/prompts/${id}`,
      `/api/prompts/${id}`,
      `/api/v1/prompts/${id}`,
      `/embed/prompts/${id}`,
      `/oembed?url=${encodeURIComponent(`${origin}/prompts/${id}`)}`,
    ],
    lists: [
      "/prompts?sort=newest",
      "/prompts?q=jabuticaba",
      "/api/prompts?limit=12&orderBy=newest",
      "/api/v1/prompts?search=jabuticaba",
      "/feed.xml",
      "/feeds/tools/1.xml",
      `/feeds/users/${author.id}.xml`,
      `/users/${author.id}`,
      `/api/users/${author.id}/prompts`,
      list.path,
      `/api/collections/${list.id}`,
      `/feeds/collections/${list.id}.xml`,
    ],
  };
}

const present = (marker: string) => (answer: Answer) => answer.status === 200 && answer.text.includes(marker);
const absent = (marker: string) => (answer: Answer) => answer.status === 200 && !answer.text.includes(marker);
const gone = (answer: Answer) => answer.status === 404 || answer.status === 410;
const sent = (answer: Answer) => answer.status === 200;
const at = (paths: string[], isRight: Place["isRight"]): Place[] => paths.map((path) => ({ path, isRight }));

/** Does one change after the other. @returns the slowest of each, by its name */
export async function measureChanges(front: Front, scene: Scene, tell: (line: string) => void) {
  const { origin, ctx, admin } = front;
  const { author, prompt, list } = scene;
  const { own, lists } = placesOf(scene, origin);
  const { id } = prompt;
  const preview = `/media/preview-${id}.jpg`;
  const picture = async () =>
    ((await call(origin, "GET", `/api/prompts/${id}`, author.token)) as PromptView).thumbnail_url;
  const worst = new Map<string, { ms: number; path: string }>();

  async function measure(name: string, change: () => Promise<unknown>, places: Place[]): Promise<void> {
    for (const { path } of places) {
      const { status } = await ask(origin + path);
      // A missing page is not kept.
      if (status === 200) await warm(origin, path);
    }
    const found = await settle(origin, change, places);
    const known = worst.get(name);
    if (!known || found.ms > known.ms) worst.set(name, found);
    tell(`${name}: ${Math.round(found.ms)} ms at ${places.length} places ${found.path}`);
  }

  const shown = (marker: string) => at([...own, ...lists], present(marker));
  const hidden = (marker: string) => [...at(own, gone), ...at(lists, absent(marker))];
  const before = await warm(origin, preview);
  await measure(
    "edit",
    () => call(origin, "PATCH", `/api/prompts/${id}`, author.token, { title: "Jabuticaba verde" }),
    [
      ...shown("Jabuticaba verde"),
      {
        path: preview,
        isRight: (answer) => answer.status === 200 && answer.headers.etag !== before.headers.etag,
      },
    ],
  );
  // The site's answer from before the change reaches Varnish after the purge.
  front.slow(300);
  await measure(
    "edit, answers on their way",
    async () => {
      // So that an answer is always on its way.
      const emptying = setInterval(() => void front.empty().catch(() => {}), 50);
      await delay(500);
      await call(front.direct, "PATCH", `/api/prompts/${id}`, author.token, { title: "Jabuticaba branca" });
      clearInterval(emptying);
    },
    shown("Jabuticaba branca"),
  );
  front.slow(0);
  const files = [preview, await picture(), "/sitemaps/prompts-1.xml"];
  const removal = { reason: "Para ver o cache.", ground: "spam" };
  await measure("removal", () => call(origin, "DELETE", `/api/admin/prompts/${id}`, admin.token, removal), [
    ...hidden("Jabuticaba branca"),
    ...at(files.slice(0, 2), gone),
    ...at(files.slice(2), absent(`/prompts/${id}<`)),
  ]);
  const { rows } = await ctx.pool.query("select id from moderation_cases where prompt_id = $1", [id]);
  const { version } = (await call(origin, "GET", `/api/admin/cases/${rows[0].id}`, admin.token)) as {
    version: string;
  };
  const decision = { action: "restore", ground: "none", reason: "Para ver o cache.", version };
  await measure(
    "restored",
    () => call(origin, "POST", `/api/admin/cases/${rows[0].id}/decisions`, admin.token, decision),
    [
      ...shown("Jabuticaba branca"),
      ...at(files.slice(0, 2), sent),
      ...at(files.slice(2), present(`/prompts/${id}<`)),
    ],
  );
  const toggle = (blocked: boolean) => () =>
    call(origin, "PATCH", `/api/admin/users/${author.id}/toggle-block`, admin.token, {
      blocked,
      ...(blocked && { ...removal, remove_content: true }),
    });
  // A blocked author's own list and page are not there.
  const others = (path: string) =>
    !path.includes(`/${list.id}`) && path !== list.path && !path.includes(author.id);
  await measure("block", toggle(true), [
    ...at(own, gone),
    ...at(lists.filter(others), absent("Jabuticaba branca")),
    ...at(
      lists.filter((path) => !others(path)),
      (answer) => !answer.text.includes("Jabuticaba branca"),
    ),
    ...at(files.slice(0, 2), gone),
  ]);
  await measure("end of a block", toggle(false), [
    ...at(own, present("Jabuticaba branca")),
    ...at(lists.filter(others), present("Jabuticaba branca")),
    ...at(files.slice(0, 2), sent),
  ]);
  const TITLE = "Jabuticaba que sai";
  const leaving = await publishScene(front, "Ivo Autor", TITLE);
  const its = placesOf(leaving, origin);
  const remove = () => call(origin, "DELETE", `/api/prompts/${leaving.prompt.id}`, leaving.author.token);
  await measure("deleted by its author", remove, [
    ...at(its.own, gone),
    ...at(its.lists, absent(TITLE)),
    ...at([`/media/preview-${leaving.prompt.id}.jpg`, leaving.prompt.thumbnail_url], gone),
  ]);
  return worst;
}
