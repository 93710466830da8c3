/** Behind a cache: Varnish before two processes of the site, with pictures in a bucket. */

import type { Context, Figure, Part } from "./part.ts";
import { measureChanges, publishScene } from "./support/cache/changes.ts";
import { openFront } from "./support/cache/front.ts";
import { measureHits, measureRate } from "./support/cache/load.ts";
import { measureFailing, measureLosses } from "./support/cache/losses.ts";
import { compareEncodings, compareHostile, compareSignedIn } from "./support/cache/privacy.ts";

/** Milliseconds within which everybody sees a change. */
const SOON = 1000;

export const part: Part = {
  name: "cache",
  needs: ["varnishd", "wrk"],
  options: { seconds: "10", rounds: "15" },
  async run(context: Context): Promise<Figure[]> {
    const { tell, options } = context;
    const front = await openFront(context);
    try {
      const scene = await publishScene(front, "Rosa Autora");
      const figures: Figure[] = [];
      const failures = [
        ...(await compareHostile(front, scene)),
        ...(await compareSignedIn(front, scene)),
        ...(await compareEncodings(front)),
      ];
      for (const failure of failures) tell(failure);
      figures.push({
        name: "answers of others, spoilt or wrongly encoded",
        value: String(failures.length),
        target: "0",
        met: failures.length === 0,
      });
      const changes = await measureChanges(front, scene, tell);
      for (const [name, { ms }] of changes) {
        figures.push({
          name: `${name}: until right everywhere`,
          value: `${Math.round(ms)} ms`,
          target: `${SOON} ms`,
          met: ms <= SOON,
        });
      }
      const other = await publishScene(front, "Lia Leitora");
      figures.push(await measureHits(front, other, Number(options.seconds), tell));
      figures.push(await measureRate(front, Number(options.rounds)));
      figures.push(await measureFailing(front));
      figures.push(...(await measureLosses(front, tell)));
      return figures;
    } finally {
      await front.close();
    }
  },
};
