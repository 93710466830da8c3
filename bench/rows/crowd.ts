/** One prompt liked by thousands at once: what others who like, and readers, notice. */
import type { Bench, Rows } from "../harness/bench.ts";
import { type Call, load } from "../harness/load.ts";
import type { Member } from "../harness/recorder.ts";
import { watchDuring } from "./watched.ts";

const CROWD = 256;
/** Each of them likes, and takes it back, again and again. */
const MEMBERS = 2000;
const OTHERS = 20;
const NAME = "one prompt liked by a crowd";
/** The same load without likes: what of the waiting is the crowd's requests alone. */
const READING = "one prompt read by a crowd";

const liking = (id: number, { authorization }: Member, liked: boolean): Call => ({
  method: "POST",
  path: `/api/prompts/${id}/like`,
  headers: { authorization, "content-type": "application/json" },
  body: JSON.stringify({ liked }),
});

async function gather(bench: Bench) {
  const members = await bench.recorder.members(MEMBERS);
  const others = members.splice(0, OTHERS);
  const [target = 0, ...elsewhere] = bench.facts.ids;
  /** All of the crowd at once, each asking this again and again. */
  const asking = (calls: (member: Member) => Call[]) => (seconds: number) =>
    load(bench.site.origin, {
      seconds,
      connections: CROWD,
      calls: (connection) =>
        members.filter((_, n) => n % CROWD === connection % CROWD).flatMap((member) => calls(member)),
    });
  return {
    liked: asking((member) => [liking(target, member, true), liking(target, member, false)]),
    read: asking(({ authorization }) => [{ path: `/api/prompts/${target}`, headers: { authorization } }]),
    others,
    elsewhere,
  };
}

export const crowdRows: Rows = {
  [`${NAME}: readers wait`]: async (bench) => watchDuring(bench, NAME, (await gather(bench)).liked),
  [`${READING}: readers wait`]: async (bench) => watchDuring(bench, READING, (await gather(bench)).read),
  async [`${NAME}: others who like wait`](bench) {
    const { liked, others, elsewhere } = await gather(bench);
    const calls = others.flatMap((member, n) =>
      elsewhere
        .filter((_, place) => place % OTHERS === n)
        .slice(0, 5)
        .flatMap((id) => [liking(id, member, true), liking(id, member, false)]),
    );
    return watchDuring(bench, NAME, liked, { calls, who: "others who like", perSecond: 50 });
  },
};
