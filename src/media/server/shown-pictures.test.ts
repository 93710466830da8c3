import { expect, test } from "vitest";
import { openResponseCache } from "#platform/http/response-cache.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { noteAccepted } from "#tests/support/replica.ts";
import { selectIsWithheld } from "./barred-pictures.shared.queries.ts";
import { openShownPictures } from "./shown-pictures.ts";

const [picture, other] = ["0", "1"].map((digit) => `${digit.repeat(32)}-400.webp`) as [string, string];

test("one question serves concurrent requests; after a change it is asked anew, and without the database the last answer counts", async () => {
  const { batchedReads, pool, close } = await createTestDatabase();
  const responseCache = openResponseCache();
  let asked = 0;
  const credit = { author: "Ana", path: "/prompts/7", keys: ["prompt-7"] };
  const findCredit = openShownPictures(
    { batchedReads, responseCache },
    {
      findShown: async () => {
        asked++;
        return credit;
      },
      findShownOf: async () => ({ hash: "0".repeat(32), credit }),
    },
  );
  expect(await Promise.all([findCredit(picture), findCredit(picture)])).toEqual([credit, credit]);
  expect(asked).toBe(1);
  expect(await findCredit("preview-7.jpg")).toBe(credit);

  await pool.query("insert into barred_pictures (prompt_id, hash) values (1, repeat('0', 32))");
  responseCache.clear();
  expect(await Promise.all([picture, "preview-7.jpg", other].map(findCredit))).toEqual([
    undefined,
    undefined,
    credit,
  ]);

  await close();
  responseCache.clear();
  expect(await Promise.all([picture, other].map(findCredit))).toEqual([undefined, credit]);
  await expect(findCredit(`${"2".repeat(32)}-400.webp`)).rejects.toThrow();
});

test("a replica's word that a picture is not barred is enough to show it, and to end no job", async () => {
  const { batchedReads, close } = await createTestDatabase();
  const { reads, accepted } = noteAccepted(batchedReads);
  await selectIsWithheld(reads, "0".repeat(32), true);
  await selectIsWithheld(reads, "0".repeat(32));
  expect(accepted).toEqual([true, undefined]);
  await close();
});
