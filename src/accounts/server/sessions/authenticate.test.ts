/** Who counts as signed in, for every room: what other rooms' calls answer rests on this. */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";
import { requireViewer, viewerOf } from "./authenticate.ts";

const HOUR = 60 * 60 * 1000;
let site: TestApp;

beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());
afterEach(() => {
  vi.useRealTimers();
});

type Asked = Parameters<typeof viewerOf>[1];
const requestOf = (authorization?: string) => ({ headers: { authorization } }) as Asked;
const optional = ({ token }: TestUser) => viewerOf(site.ctx, requestOf(`Bearer ${token}`));
const required = ({ token }: TestUser) => requireViewer(site.ctx, requestOf(`Bearer ${token}`));
const onRow = (sql: string, person: TestUser) => site.ctx.pool.query(sql, [person.id]);

const UNAUTHORIZED = { status: 401, code: "unauthorized", message: "Faça login para continuar." };

describe("a caller", () => {
  test("with a token is the person as the database knows them now", async () => {
    const ana = await createUser(site.ctx, { username: "Ana" });
    await onRow("update users set username = 'Ana Nova' where id = $1", ana);
    const viewer = {
      id: ana.id,
      email: ana.email,
      username: "Ana Nova",
      isAdmin: false,
      sessionId: expect.any(String),
    };
    expect(await optional(ana)).toEqual(viewer);
    expect(await required(ana)).toEqual(viewer);
  });

  test("is the admin by the confirmed e-mail alone", async () => {
    const admin = await createUser(site.ctx, { email: site.ctx.config.adminEmail });
    expect(await required(admin)).toMatchObject({ isAdmin: true });
    await onRow("update users set email = 'outro@exemplo.com.br' where id = $1", admin);
    expect(await required(admin)).toMatchObject({ isAdmin: false });
  });

  test.each([undefined, "", "Bearer", "Bearer lixo", "Basic YTpi", "Bearer a b", "bearer a.b.c"])(
    "with %j is nobody",
    async (authorization) => {
      expect(await viewerOf(site.ctx, requestOf(authorization))).toBeNull();
      await expect(requireViewer(site.ctx, requestOf(authorization))).rejects.toMatchObject(UNAUTHORIZED);
    },
  );

  test("is nobody once the token is an hour old, seen before or not", async () => {
    const seen = await createUser(site.ctx);
    expect(await optional(seen)).not.toBeNull();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + HOUR + 1000 });
    expect(await optional(seen)).toBeNull();
    await expect(required(seen)).rejects.toMatchObject(UNAUTHORIZED);

    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 3 * HOUR });
    const unseen = await createUser(site.ctx);
    vi.useRealTimers();
    expect(await optional(unseen)).toBeNull();
  });

  test("is nobody once the session or the account has ended", async () => {
    const left = await createUser(site.ctx);
    await onRow("delete from sessions where user_id = $1", left);
    expect(await optional(left)).toBeNull();
    await expect(required(left)).rejects.toMatchObject(UNAUTHORIZED);
    const deleted = await createUser(site.ctx);
    await onRow("delete from users where id = $1", deleted);
    expect(await optional(deleted)).toBeNull();
    await expect(required(deleted)).rejects.toMatchObject(UNAUTHORIZED);
  });

  test("who is blocked reads like anybody, and may do nothing", async () => {
    const blocked = await createUser(site.ctx);
    await onRow("update users set is_blocked = true where id = $1", blocked);
    expect(await optional(blocked)).toBeNull();
    await expect(required(blocked)).rejects.toMatchObject({
      status: 403,
      code: "user_banned",
      message: "Sua conta está bloqueada.",
    });
  });
});
