import { randomBytes, randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { formatRefreshToken, isSignedWith, parseRefreshToken } from "./refresh-tokens.ts";

const key = randomBytes(32);
const sessionId = randomUUID();

describe("a refresh token", () => {
  test.each([0, 1, 127, 128, 300, 2 ** 31, Number.MAX_SAFE_INTEGER])(
    "says session and counter %i",
    (counter) => {
      const token = parseRefreshToken(formatRefreshToken(sessionId, counter, key));
      expect(token).toMatchObject({ sessionId, counter });
      expect(token && isSignedWith(token, key)).toBe(true);
      expect(token && isSignedWith(token, randomBytes(32))).toBe(false);
    },
  );

  test("is the same again for the same counter", () => {
    expect(formatRefreshToken(sessionId, 7, key)).toBe(formatRefreshToken(sessionId, 7, key));
  });

  test("is none with any other character, length or spelling", () => {
    const good = formatRefreshToken(sessionId, 300, key);
    for (let index = 0; index < good.length; index += 1) {
      const other = good[index] === "A" ? "B" : "A";
      expect(parseRefreshToken(good.slice(0, index) + other + good.slice(index + 1))).toBeUndefined();
    }
    for (const wrong of ["", "lixo", `${good}=`, ` ${good}`, good.slice(1), good.slice(0, -1), good + good]) {
      expect(parseRefreshToken(wrong)).toBeUndefined();
    }
  });
});
