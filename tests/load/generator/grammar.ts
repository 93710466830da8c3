/** Templates with slots such as `{topic}`, filled from the vocabulary; `{^topic}` begins with a capital. */
import type { Random } from "#tests/support/random.ts";
import { zipfBelow, zipfPick } from "./chance.ts";
import {
  actions,
  audiences,
  colours,
  constraints,
  firstNames,
  INVENTED_NAMES,
  inventedName,
  lastNames,
  lights,
  places,
  roles,
  steps,
  styles,
  subjects,
  tones,
  topics,
  variables,
  workAdjectives,
  works,
} from "./vocabulary.ts";

/** `um roteiro` with `claro` is `um roteiro claro`, `uma aula` with it `uma aula clara`. */
function agree(noun: string, adjective: string): string {
  return `${noun} ${noun.startsWith("uma ") ? adjective.replace(/o$/, "a") : adjective}`;
}

const bare = (noun: string) => noun.replace(/^uma? /, "");

/** A few words that one text keeps coming back to, in turns. */
function recurring(random: Random, words: readonly string[], count: number): () => string {
  const chosen = new Set<string>();
  for (let draw = 0; draw < count * 2 && chosen.size < count; draw++) chosen.add(zipfPick(random, words));
  const list = [...chosen];
  let next = 0;
  return () => list[next++ % list.length] as string;
}

/** What one text is about: its slots are filled from few words, as a person keeps to a subject. */
export function chooseTheme(random: Random) {
  const work = recurring(random, works, 3);
  const workAdjective = recurring(random, workAdjectives, 3);
  const topic = recurring(random, topics, 3);
  const audience = recurring(random, audiences, 2);
  const subject = recurring(random, subjects, 4);
  const fineWork = () => agree(work(), workAdjective());
  // One of five leaves it to the reader.
  const isOpen = random.chance(0.2);
  return {
    work,
    fineWork,
    workName: () => bare(work()),
    fineWorkName: () => bare(fineWork()),
    topic,
    openTopic: () => (isOpen ? "[tema]" : topic()),
    audience,
    openAudience: () => (isOpen ? "[público]" : audience()),
    role: recurring(random, roles, 1),
    tone: recurring(random, tones, 2),
    variable: recurring(random, variables, 4),
    step: () => zipfPick(random, steps),
    constraint: recurring(random, constraints, 4),
    subject,
    subjectName: () => bare(subject()),
    action: recurring(random, actions, 3),
    style: recurring(random, styles, 2),
    light: recurring(random, lights, 2),
    colour: recurring(random, colours, 4),
    place: recurring(random, places, 2),
    person: recurring(random, firstNames, 2),
    surname: recurring(random, lastNames, 2),
    invented: inventedName.bind(null, zipfBelow(random, INVENTED_NAMES)),
    few: () => String(random.whole(2, 9)),
    many: () => String(random.whole(2, 60) * 5),
    year: () => String(2026 - zipfBelow(random, 120)),
  } satisfies Record<string, () => string>;
}

export type Theme = ReturnType<typeof chooseTheme>;

/** A template, read once: fixed text and slots in turns. */
export type Template = (theme: Theme) => string;

function template(text: string): Template {
  const parts = text.split(/(\{\^?\w+\})/).map((part): string | Template => {
    const [, capital, name] = /^\{(\^?)(\w+)\}$/.exec(part) ?? [];
    if (!name) return part;
    const slot = name as keyof Theme;
    return capital ? (theme) => capitalized(theme[slot]()) : (theme) => theme[slot]();
  });
  return (theme) => {
    let filled = "";
    for (const part of parts) filled += typeof part === "string" ? part : part(theme);
    return filled;
  };
}

export function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Templates, one a line. */
export function templates(text: string): readonly Template[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .map(template);
}
