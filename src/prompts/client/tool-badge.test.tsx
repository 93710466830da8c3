import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { LLM_TYPES } from "#prompts/catalog.ts";
import { ToolBadge } from "./tool-badge.tsx";

test("each of the fourteen tools has a hue, any other name is grey", () => {
  const hues = LLM_TYPES.map(({ name }) => /hue-\d+/.exec(renderToString(<ToolBadge name={name} />))?.[0]);
  expect(new Set(hues).size).toBe(14);
  expect(hues).not.toContain(undefined);
  expect(renderToString(<ToolBadge name="Outra" />)).not.toMatch(/hue-/);
});
