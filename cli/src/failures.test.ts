/** Messages about a site that refuses or fails. */
import { expect, test } from "vitest";
import { type RunOptions, runCli } from "../../tests/support/cli.ts";
import { startHttpService } from "../../tests/support/http-service.ts";

/** Nobody is there. */
const cli = (args: string[], options?: RunOptions) => runCli("http://127.0.0.1:1", args, options);

test.each([
  [429, { "retry-after": "7" }, "over_request_rate_limit", 6, /Muitas\. Tente de novo em 7 s\./],
  [429, { "retry-after": "3401" }, "over_request_rate_limit", 6, /Muitas\. Tente de novo em 57 min\./],
  [503, { "x-request-id": "abc" }, "unavailable", 5, /Muitas\. \(pedido abc\)/],
  [400, {}, "validation_failed", 1, /^Muitas\.$/m],
])("with %i is told as that", async (status, headers, code, exitCode, message) => {
  const { url } = await startHttpService((_request, response) => {
    response
      .writeHead(status, { "content-type": "application/json", ...headers })
      .end(JSON.stringify({ message: "Muitas.\u001b[2J", code }));
  });
  const ran = await cli(["buscar"], { env: { PROMPTECA_URL: url, NO_COLOR: "1" } });
  expect(ran).toMatchObject({ code: exitCode, out: "" });
  expect(ran.err.replace("␛[2J", "")).toMatch(message);
  const english = await cli(["search", "--lang", "en"], { env: { PROMPTECA_URL: url } });
  if (status !== 400) expect(english.err).toMatch(/Too many calls.*Try again in (7 s|57 min)|out of order/);
});

test("by silence, absence, or being another one, is told within the time limit", async () => {
  const silent = await startHttpService(() => {});
  const slow = await cli(["buscar", "--tempo", "1"], { env: { PROMPTECA_URL: silent.url } });
  expect([slow.code, slow.err]).toEqual([5, expect.stringContaining("não respondeu em 1 s")]);
  const absent = await cli(["buscar"], { env: { PROMPTECA_URL: "http://127.0.0.1:1" } });
  expect([absent.code, absent.err]).toEqual([5, expect.stringContaining("Não deu para falar com")]);
  const other = await startHttpService((_request, response) => response.end("<p>Olá</p>"));
  const wrong = await cli(["search", "--lang=en"], { env: { PROMPTECA_URL: other.url } });
  expect([wrong.code, wrong.err]).toEqual([5, expect.stringContaining("did not answer as Prompteca does")]);
  for (const address of ["prompteca", "ftp://x", "http://a:b@x", "http://x/y"])
    expect((await cli(["buscar", "--url", address])).code).toBe(2);
});
