/** Regular expressions that see long texts of strangers: time grows as the text does. */
import { expect, test } from "vitest";
import { mendPath } from "#app/mended-path.ts";
import { segmentVariables } from "#prompts/variables.ts";

/** The shortest of several runs, in milliseconds: a busy machine makes others longer. */
function timeOf(work: () => void): number {
  const runs = Array.from({ length: 7 }, () => {
    const started = performance.now();
    work();
    return performance.now() - started;
  });
  return Math.min(...runs);
}

const STABLE_DIFFUSION = 4;

test.each<[string, (length: number) => void]>([
  ["signs in an address to be mended", (length) => void mendPath(`/prompts/a${"_".repeat(length)}b`)],
  ["carriage returns", (length) => void segmentVariables("\r".repeat(length), STABLE_DIFFUSION)],
  ["separators of lines", (length) => void segmentVariables("\u2028".repeat(length), STABLE_DIFFUSION)],
  ["separators of paragraphs", (length) => void segmentVariables("\u2029".repeat(length), STABLE_DIFFUSION)],
  ["empty lines", (length) => void segmentVariables("\n".repeat(length), STABLE_DIFFUSION)],
])("a run of %s takes no more than its length asks for", (_what, work) => {
  const [short, long] = [1000, 16_000].map((length) => timeOf(() => work(length)));
  // Sixteen times as long; the square would be 256 times.
  expect(long).toBeLessThan(80 * Math.max(short ?? 0, 0.05));
});
