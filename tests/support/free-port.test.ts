import { expect, test } from "vitest";
import { freePort } from "./free-port.ts";

test("an outgoing connection cannot take a free port before its server does", async () => {
  for (let tries = 0; tries < 50; tries++) expect(await freePort()).toBeLessThan(32_768);
});
