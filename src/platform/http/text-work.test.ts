/** Long work with texts: callers in turns, readers between two pieces. */
import { setImmediate } from "node:timers";
import { expect, test } from "vitest";
import { giveWay, turnsOf } from "./text-work.ts";

type Wait = (until: () => Promise<void>) => Promise<void>;

const counted: string[] = [];
let waits = 0;
const ctx = {
  rateLimits: {
    timed: async <T>(name: string, caller: string, work: (wait: Wait) => T | Promise<T>) => {
      counted.push(`${name} ${caller}`);
      return work(async (until) => {
        waits++;
        await until();
      });
    },
  },
};

test("callers take turns piece by piece, each piece counts for its caller, and readers come between", async () => {
  const done: string[] = [];
  const work = async (caller: string) => {
    const turn = turnsOf(ctx, caller);
    for (let piece = 1; piece <= 3; piece++) {
      await turn(() => {
        done.push(`${caller} ${piece}`);
        setImmediate(() => done.push("reader"));
      });
    }
  };
  await Promise.all([work("ana"), work("beto")]);
  const pieces = done.filter((what) => what !== "reader");
  expect(pieces).toEqual(["ana 1", "beto 1", "ana 2", "beto 2", "ana 3", "beto 3"]);
  expect(counted).toEqual(pieces.map((piece) => `textTimePerCaller ${piece.split(" ")[0]}`));
  // Between two pieces of one caller a reader has been served.
  for (const caller of ["ana", "beto"]) {
    const between = done.slice(done.indexOf(`${caller} 1`), done.indexOf(`${caller} 3`));
    expect(between.filter((what) => what === "reader").length).toBeGreaterThanOrEqual(2);
  }
});

test("one piece is worked on at a time, and who asks for many waits for who asks for one", async () => {
  const done: string[] = [];
  let atWork = 0;
  const piece = (name: string) => async () => {
    expect(++atWork).toBe(1);
    await new Promise<void>((resolve) => setImmediate(resolve));
    done.push(name);
    atWork--;
  };
  const [ana, beto] = [turnsOf(ctx, "ana"), turnsOf(ctx, "beto")];
  const asked = ["ana 1", "ana 2", "ana 3"].map((name) => ana(piece(name)));
  await Promise.all([...asked, beto(piece("beto 1"))]);
  expect(done).toEqual(["ana 1", "beto 1", "ana 2", "ana 3"]);
});

test("the addresses of one IPv6 network wait as one", async () => {
  const calls = Array.from({ length: 5 }, (_, n) => turnsOf(ctx, `2001:db8:1:${n + 1}::1`)(() => "done"));
  expect((await Promise.allSettled(calls)).filter(({ status }) => status === "rejected")).toHaveLength(1);
});

test("a fifth call of one caller at once is refused", async () => {
  const turn = turnsOf(ctx, "carla");
  const calls = await Promise.allSettled(Array.from({ length: 5 }, () => turn(() => "done")));
  expect(calls.map(({ status }) => status)).toEqual([...Array(4).fill("fulfilled"), "rejected"]);
  expect(calls[4]).toMatchObject({ reason: { status: 429, headers: { "retry-after": "5" } } });
});

test("a long piece gives way to what others ask for, and to no second of its own caller", async () => {
  const done: string[] = [];
  const long = turnsOf(
    ctx,
    "ana",
  )(async () => {
    for (let part = 1; part <= 3; part++) {
      done.push(`ana ${part}`);
      await giveWay();
    }
    return "read";
  });
  const others = [
    turnsOf(ctx, "ana")(() => done.push("ana's second")),
    turnsOf(ctx, "beto")(() => done.push("beto")),
    turnsOf(
      ctx,
      "carla",
    )(async () => {
      await giveWay();
      done.push("carla");
    }),
  ];
  expect(await long).toBe("read");
  await Promise.all(others);
  expect(done).toEqual(["ana 1", "beto", "ana 2", "carla", "ana 3", "ana's second"]);
  // Which does not count.
  expect(waits).toBe(4);
});
