/** Regular expressions that see long texts of strangers: time grows as the text does. */
import type { FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import { refusedCredentials } from "#accounts/server/api-keys/key-check.ts";
import { mendPath } from "#app/mended-path.ts";
import { tidy } from "#mcp/server/tidy.ts";
import { segmentVariables } from "#prompts/variables.ts";
import { growthOf } from "#tests/support/growth.ts";

const STABLE_DIFFUSION = 4;

test.each<[string, (length: number) => void]>([
  ["signs in an address to be mended", (length) => void mendPath(`/prompts/a${"_".repeat(length)}b`)],
  ["carriage returns", (length) => void segmentVariables("\r".repeat(length), STABLE_DIFFUSION)],
  ["separators of lines", (length) => void segmentVariables("\u2028".repeat(length), STABLE_DIFFUSION)],
  ["separators of paragraphs", (length) => void segmentVariables("\u2029".repeat(length), STABLE_DIFFUSION)],
  [
    "empty lines before a field",
    (length) => void segmentVariables(`a${"\n".repeat(length)}[b]`, STABLE_DIFFUSION),
  ],
  ["empty lines", (length) => void segmentVariables("\n".repeat(length), STABLE_DIFFUSION)],
  [
    "quotes in a program's key",
    (length) =>
      void refusedCredentials({
        headers: { authorization: `bearer${'"'.repeat(length)}x` },
      } as FastifyRequest),
  ],
  [
    "spaces in a list that is written as a text",
    (length) =>
      void tidy(
        { tags: `a${" ".repeat(length)}b` },
        { type: "object", properties: { tags: { type: "array", items: { type: "string" } } } },
      ),
  ],
])("a run of %s takes no more than its length asks for", async (_what, work) => {
  expect(await growthOf(work)).toBeLessThan(80);
});
