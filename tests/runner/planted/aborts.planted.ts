import { test } from "vitest";

// As Node.js does when it runs out of memory.
test("loses its process", () => process.abort());
