import { expect, test } from "vitest";
import { freePort } from "./free-port.ts";

test("a free port is none that an outgoing connection can take first, or that browsers refuse", async () => {
  for (let tries = 0; tries < 1000; tries++) {
    const port = await freePort();
    expect(port).toBeLessThan(32_768);
    expect(port).toBeGreaterThan(10_080);
  }
});
