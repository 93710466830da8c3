/** Which callers count as signed in, for every room: what other rooms' calls answer rests on this. */
import { describe, expect, test, vi } from "vitest";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { noteAccepted } from "#tests/support/replica.ts";
import { createAdmin, createUser, type TestUser } from "#tests/support/users.ts";
import { requireViewer, viewerOf } from "./authenticate.ts";

const HOUR = 60 * 60 * 1000;
const site = setUpTestApp();

type Asked = Parameters<typeof viewerOf>[1];
const requestOf = (authorization?: string) => ({ headers: { authorization } }) as Asked;
const required = ({ token }: TestUser) => requireViewer(site.ctx, requestOf(`Bearer ${token}`));
const optional = ({ token }: TestUser) => viewerOf(site.ctx, requestOf(`Bearer ${token}`));

/** Expects that a header identifies nobody. */
async function expectNobody(
  authorization: string | undefined,
  message: string | RegExp = "Faça login para continuar.",
) {
  const said = typeof message === "string" ? message : expect.stringMatching(message);
  const unauthorized = { status: 401, code: "unauthorized", message: said };
  expect(await viewerOf(site.ctx, requestOf(authorization))).toBeNull();
  await expect(requireViewer(site.ctx, requestOf(authorization))).rejects.toMatchObject(unauthorized);
}

describe("a caller", () => {
  test("with a token is the user as in the database now", async () => {
    const ana = await createUser(site.ctx);
    const { id, email } = ana;
    await site.sql("update users set username = 'Ana Nova' where id = $1", id);
    const viewer = {
      id,
      email,
      username: "Ana Nova",
      isAdmin: false,
      byPasskey: false,
      key: null,
      sessionId: expect.any(String),
    };
    expect(await optional(ana)).toEqual(viewer);
    expect(await required(ana)).toEqual(viewer);
  });

  test("is the admin by the confirmed e-mail alone", async () => {
    const admin = await createAdmin(site.ctx);
    expect(await required(admin)).toMatchObject({ isAdmin: true });
    await site.sql("update users set email = 'outro@exemplo.com.br' where id = $1", admin.id);
    expect(await required(admin)).toMatchObject({ isAdmin: false });
  });

  test.each([
    [undefined, /^Faça login para continuar\.$/],
    ["", /^O cabeçalho Authorization chegou sem a chave: /],
    ["Bearer", /^O cabeçalho Authorization chegou sem a chave: /],
    ["Bearer lixo", /^Isto não é uma chave de API da Prompteca: /],
    ["Basic YTpi", /^O cabeçalho Authorization não tem a forma esperada: /],
    ["Bearer a b", /^O cabeçalho Authorization não tem a forma esperada: /],
    ["bearer a.b.c", /^Faça login para continuar\.$/],
  ])("with %j is nobody", expectNobody);

  test("is nobody once the token is an hour old, seen before or not", async () => {
    const seen = await createUser(site.ctx);
    expect(await optional(seen)).not.toBeNull();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + HOUR + 1000 });
    await expectNobody(`Bearer ${seen.token}`);

    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 3 * HOUR });
    const unseen = await createUser(site.ctx);
    vi.useRealTimers();
    await expectNobody(`Bearer ${unseen.token}`);
  });

  test.each([
    ["session", "delete from sessions where user_id = $1"],
    ["account", "delete from users where id = $1"],
  ])("is nobody once the %s has ended", async (_, change) => {
    const { id, token } = await createUser(site.ctx);
    await site.sql(change, id);
    await expectNobody(`Bearer ${token}`);
  });

  test("is let in by a replica only where that is asked for", async () => {
    const ana = await createUser(site.ctx);
    const { reads, accepted } = noteAccepted(site.ctx.batchedReads);
    const ctx = { ...site.ctx, batchedReads: reads };
    const request = requestOf(`Bearer ${ana.token}`);
    expect(await viewerOf(ctx, request, true)).not.toBeNull();
    await viewerOf(ctx, request);
    await requireViewer(ctx, request);
    expect(accepted.splice(0)).toEqual([true, undefined, undefined]);
    // Never that a session has ended.
    await site.sql("delete from sessions where user_id = $1", ana.id);
    expect(await viewerOf(ctx, request, true)).toBeNull();
    expect(accepted).toEqual([false]);
  });

  test("who is blocked reads like anybody, and may do nothing", async () => {
    const blocked = await createUser(site.ctx);
    await site.sql("update users set is_blocked = true where id = $1", blocked.id);
    expect(await optional(blocked)).toBeNull();
    const refusal = { status: 403, code: "user_banned", message: "Sua conta está bloqueada." };
    await expect(required(blocked)).rejects.toMatchObject(refusal);
  });
});
