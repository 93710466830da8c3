import { test } from "vitest";

test.skip("is skipped", () => {});
