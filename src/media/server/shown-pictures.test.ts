import { expect, test } from "vitest";
import { openResponseCache } from "#platform/http/response-cache.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { openShownPictures } from "./shown-pictures.ts";

const [picture, other] = ["0", "1"].map((digit) => `${digit.repeat(32)}-400.webp`) as [string, string];

test("one question serves concurrent requests; after a change it is asked anew, and without the database the last answer counts", async () => {
  const { batchedReads, pool, close } = await createTestDatabase();
  const responseCache = openResponseCache();
  let asked = 0;
  const isShown = openShownPictures(
    { batchedReads, responseCache },
    {
      isShown: async () => {
        asked++;
        return true;
      },
      findShown: async () => "0".repeat(32),
    },
  );
  expect(await Promise.all([isShown(picture), isShown(picture)])).toEqual([true, true]);
  expect(asked).toBe(1);
  expect(await isShown("preview-7.jpg")).toBe(true);

  await pool.query("insert into barred_pictures (prompt_id, hash) values (1, repeat('0', 32))");
  responseCache.clear();
  expect(await Promise.all([picture, "preview-7.jpg", other].map(isShown))).toEqual([false, false, true]);

  await close();
  responseCache.clear();
  expect(await Promise.all([picture, other].map(isShown))).toEqual([false, true]);
  await expect(isShown(`${"2".repeat(32)}-400.webp`)).rejects.toThrow();
});
