/** Who publishes what when, and how popular it gets: all of it by number, before a single row exists. */
import { createRandom, type Random } from "#tests/support/random.ts";
import { shuffledNumbers, skewedBelow, weightedBelow } from "./chance.ts";

export interface Size {
  prompts: number;
  people: number;
  likes: number;
  favorites: number;
}

/** A fifth as many people as prompts, ten likes and two favourites for each. */
export function sizeFor(prompts: number): Size {
  return {
    prompts,
    people: Math.max(20, Math.round(prompts / 5)),
    likes: prompts * 10,
    favorites: prompts * 2,
  };
}

/** Columns by a prompt's or a person's number, from 0; times in milliseconds since 1970. */
export interface Plan extends Size {
  seed: string;
  /** When the data was made: nothing is later. */
  now: number;
  createdAt: Float64Array;
  author: Uint32Array;
  /** Id of the tool. */
  tool: Uint8Array;
  likesOf: Uint32Array;
  favoritesOf: Uint32Array;
  viewsOf: Uint32Array;
  joinedAt: Float64Array;
}

const DAY = 24 * 60 * 60 * 1000;
const SPAN = 3 * 365 * DAY;
/** Of all people, those who publish. */
const AUTHORS = 0.35;
/** How often each tool is used, by its id less 1. */
const TOOL_WEIGHTS = [34, 7, 15, 6, 8, 12, 2, 6, 0.4, 1, 3, 1.2, 3, 1.4];
/** Tools that make pictures, by id. */
const PICTORIAL = new Set([2, 3, 4, 13, 14]);

export const isPictorial = (tool: number) => PICTORIAL.has(tool);

/** @param now the end of the three years, in milliseconds since 1970 */
export function makePlan(size: Size, seed: string, now: number): Plan {
  const { prompts, people } = size;
  const random = createRandom(`${seed} plan`);
  const start = now - SPAN;
  // Ever more prompts a day: in the last year as many as in the two before. Ids grow with time as they do in life.
  const createdAt = Float64Array.from({ length: prompts }, (_, i) =>
    Math.floor(start + SPAN * ((i + random.between(0, 1)) / prompts) ** 0.6),
  );
  const authors = Math.max(1, Math.floor(people * AUTHORS));
  const author = Uint32Array.from({ length: prompts }, () => skewedBelow(random, authors));
  const tool = Uint8Array.from({ length: prompts }, () => weightedBelow(random, TOOL_WEIGHTS) + 1);

  const joinedAt = Float64Array.from({ length: people }, () =>
    Math.floor(start - 30 * DAY + (SPAN + 30 * DAY) * random.between(0, 1) ** 0.6),
  );
  author.forEach((person, i) => {
    // Nobody publishes before joining.
    const latest = (createdAt[i] as number) - random.whole(60_000, DAY);
    joinedAt[person] = Math.min(joinedAt[person] as number, latest);
  });

  const age = (i: number) => now - (createdAt[i] as number);
  // Two of five people at most, and what is only days old has not reached everybody yet.
  const mostFans = (i: number) => Math.floor(0.4 * people * Math.min(1, age(i) / (20 * DAY)));
  // What is liked is kept as well: one order of popularity for both.
  const ranked = shuffledNumbers(random, prompts);
  const likesOf = spread(random, ranked, size.likes, mostFans);
  const favoritesOf = spread(random, ranked, size.favorites, mostFans);
  const viewsOf = Uint32Array.from({ length: prompts }, (_, i) =>
    Math.floor((likesOf[i] as number) * random.between(4, 40) + random.between(0, 60)),
  );
  return {
    ...size,
    seed,
    now,
    createdAt,
    author,
    tool,
    likesOf,
    favoritesOf,
    viewsOf,
    joinedAt,
  };
}

/**
 * Spreads `total` over the prompts by a power law: the one of rank r gets a share of (r + 10)^-0.9. At a million prompts
 * and ten for each the first gets tens of thousands, the middle one two or three.
 * @param ranked the prompts, the most popular first
 * @param most what a prompt can get
 */
function spread(
  random: Random,
  ranked: Uint32Array,
  total: number,
  most: (prompt: number) => number,
): Uint32Array {
  const weights = Float64Array.from(ranked, (_, rank) => (rank + 10) ** -0.9);
  const rounding = Float64Array.from(ranked, () => random.between(0, 1));
  const limits = Float64Array.from(ranked, most);
  const at = (rank: number, factor: number) =>
    Math.min(
      limits[rank] as number,
      Math.floor(factor * (weights[rank] as number) + (rounding[rank] as number)),
    );
  const sum = (factor: number) => ranked.reduce((all, _, rank) => all + at(rank, factor), 0);
  // What some cannot get the others do: the factor that gives the total, by halving.
  let low = 0;
  let high = total;
  while (high - low > 1e-6 * high) {
    const middle = (low + high) / 2;
    if (sum(middle) < total) low = middle;
    else high = middle;
  }
  const shares = new Uint32Array(ranked.length);
  ranked.forEach((prompt, rank) => {
    shares[prompt] = at(rank, high);
  });
  return shares;
}
