/** What the admin's calls take and answer. */
import { describe, expect, test } from "vitest";
import type * as z from "zod/mini";
import { refusals } from "#tests/support/refusals.ts";
import {
  adminPromptList,
  adminUserList,
  auditLog,
  blockAnswer,
  blockRequest,
  pageQuery,
  removalRequest,
  retryAnswer,
  searchQuery,
  siteHealth,
  targetParams,
} from "./contract.ts";
import { messages } from "./messages.ts";

describe("the questions of a list", () => {
  test("are read from an address; the first page is meant when none is said", () => {
    expect(pageQuery.parse({})).toEqual({ page: 1 });
    expect(searchQuery.parse({ page: "1000000", search: ` ${"a".repeat(200)} ` })).toEqual({
      page: 1_000_000,
      search: "a".repeat(200),
    });
  });

  test.each([
    ["page", ["0", "1000001", "1.5", "x"], messages.pageInvalid],
    ["search", ["a".repeat(201)], messages.searchTooLong],
    ["search", [["a", "b"]], messages.searchRepeated],
  ])("has a %s, but not %j", (field, values, message) => {
    for (const value of values)
      expect(refusals(searchQuery, { [field]: value })).toEqual({ [field]: message });
  });
});

test("a removal may tell a reason, of 500 characters", () => {
  for (const request of [undefined, null, {}, { reason: null }, { reason: ` ${"a".repeat(500)} ` }])
    expect(refusals(removalRequest, request)).toEqual({});
  expect(removalRequest.parse({ reason: " Spam " })).toEqual({ reason: "Spam" });
  expect(refusals(removalRequest, { reason: "a".repeat(501) })).toEqual({ reason: messages.reasonTooLong });
  expect(refusals(removalRequest, { reason: 5 })).toEqual({ reason: messages.reasonNotText });
  expect(Object.keys(refusals(removalRequest, { reason: `a${"\u0301".repeat(11)}` }))).toEqual(["reason"]);
});

test("blocking says which state is wanted; all is removed of whom it blocks alone", () => {
  const block = { blocked: true, reason: "Spam", remove_content: true };
  expect(blockRequest.parse(block)).toEqual(block);
  for (const request of [{ blocked: true }, { blocked: false }, { blocked: false, remove_content: false }])
    expect(refusals(blockRequest, request)).toEqual({});
  expect(refusals(blockRequest, {})).toEqual({ blocked: messages.blockedRequired });
  expect(refusals(blockRequest, { blocked: true, remove_content: "sim" })).toEqual({
    remove_content: messages.removeContentInvalid,
  });
  expect(refusals(blockRequest, { blocked: false, remove_content: true })).toEqual({
    remove_content: messages.removeNeedsBlock,
  });
});

test("what stands in an address in place of an id is a text", () => {
  expect(targetParams.parse({ id: "17" })).toEqual({ id: "17" });
  expect(Object.keys(refusals(targetParams, {}))).toEqual(["id"]);
});

const id = "018f4e6a-7c1e-7b2a-8d3c-4e5f60718293";
const at = "2026-11-22T12:00:00.000Z";
const image = {
  url: "/media/a-800.webp",
  srcset: "/media/a-800.webp 800w",
  width: 800,
  height: 600,
  animated: false,
  color: "#336699",
  alt: null,
};

const ANSWERS: [name: string, schema: z.ZodMiniType, answer: object][] = [
  [
    "prompts",
    adminPromptList,
    {
      prompts: [
        {
          id: 1,
          title: "Um retrato",
          content: "Um retrato em aquarela.",
          description: null,
          image,
          views: 2,
          likes_count: 3,
          created_at: at,
          user: { id, username: "Ana", email: "ana@exemplo.com.br", is_notified: true },
        },
      ],
      totalCount: 1,
      more: false,
    },
  ],
  [
    "people",
    adminUserList,
    {
      users: [
        {
          id,
          username: "Ana",
          email: "ana@exemplo.com.br",
          created_at: at,
          is_blocked: false,
          is_admin: false,
          is_notified: true,
          prompts_count: 1,
          likes_count: 2,
          favorites_count: 3,
        },
      ],
      totalCount: 1,
    },
  ],
  ["a blocked person", blockAnswer, { id, is_blocked: true, prompts_removed: 4 }],
  [
    "the log",
    auditLog,
    {
      entries: ["prompt_removed", "user_blocked", "user_unblocked", "user_emptied", "user_deleted"].map(
        (action) => ({
          id: 1,
          created_at: at,
          admin_username: "admin",
          action,
          target_user_id: null,
          target_prompt_id: null,
          target_label: "Ana",
          prompts_removed: 0,
          reason: null,
        }),
      ),
      totalCount: 5,
    },
  ],
  ["mails tried again", retryAnswer, { retried: 2 }],
  [
    "the site's health",
    siteHealth,
    {
      version: "1.0.0",
      commit: null,
      started_at: at,
      processes: 2,
      totals: { people: 1, prompts: 2, likes: 3, pictures: 4, picture_bytes: 5, counted_at: null },
      history: { first_day: "2026-11-22", people: [1], prompts: [2], likes: [3] },
      database_bytes: 6,
      disk: { free: 7, total: 8 },
      last_backup: { finished_at: at, bytes: 9 },
      queues: [{ queue: "mail", waiting: 1, active: 2, failed: 3 }],
      mails: ["confirmation", "recovery", "notice"].map((kind) => ({
        id,
        to: "a…@exemplo.com.br",
        kind,
        reason: "EENVELOPE",
        requested_at: at,
        tries: 1,
        next_try_at: null,
      })),
      mails_total: 3,
    },
  ],
];

test.each(ANSWERS)("%s are answered whole, and nothing besides", (_name, schema, answer) => {
  expect(schema.parse({ ...answer, password_hash: "secret" })).toEqual(answer);
});
