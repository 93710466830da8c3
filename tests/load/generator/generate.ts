/** The generator as a whole: pictures, plan, load, check. */
import { hashPassword } from "#accounts/server/passwords/password-hash.ts";
import type { Context } from "#platform/context.ts";
import { liftTimeouts } from "#platform/database/db.ts";
import type { Report } from "./copy.ts";
import { load, requireNobody, tidy } from "./load.ts";
import { MOST_PICTURES, plantPictures } from "./pictures.ts";
import { makePlan, sizeFor } from "./plan.ts";
import { GENERATED_PASSWORD } from "./users.ts";
import type { Totals } from "./verify.ts";

/** Pictures that a large site's prompts share. */
const PICTURES = 240;

export interface Wanted {
  prompts: number;
  /** The same seed gives the same people, texts, reactions and pictures. Times count back from now. */
  seed: string;
  /** Different pictures; one for ten prompts unless given, a few hundred at most. */
  pictures?: number;
}

/**
 * Fills an empty site.
 * @param signal ends it early; nothing but pictures is left then
 * @returns how much is there now
 * @throws NotEmptyError where there are people; Error when the result is not as planned, which then is not kept
 */
export async function generate(
  ctx: Pick<Context, "db" | "direct" | "storage">,
  { prompts, seed, pictures = Math.min(PICTURES, Math.ceil(prompts / 10)) }: Wanted,
  report: Report,
  signal: AbortSignal = new AbortController().signal,
): Promise<Totals> {
  await requireNobody(ctx.direct);
  const plan = makePlan(sizeFor(prompts), seed, Date.now());
  const count = Math.min(MOST_PICTURES, pictures);
  const hashes = await plantPictures(ctx, count, (done) => {
    signal.throwIfAborted();
    if (done % 60 === 0 || done === count) report(`pictures: ${done} of ${count}`);
  });
  const passwordHash = await hashPassword(GENERATED_PASSWORD);
  const client = await ctx.direct.connect();
  // Without its connection a transaction is taken back, whatever it is at.
  const leave = () => client.release(true);
  signal.addEventListener("abort", leave);
  try {
    signal.throwIfAborted();
    await liftTimeouts(client);
    const totals = await load(client, plan, { hashes, passwordHash }, report);
    await tidy(client, report);
    return totals;
  } finally {
    signal.removeEventListener("abort", leave);
    if (!signal.aborted) client.release(true);
  }
}
