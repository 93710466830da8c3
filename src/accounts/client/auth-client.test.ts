import { expect, test, vi } from "vitest";
import { createDetachedClient } from "./auth-client.ts";

const session = {
  access_token: "a",
  refresh_token: "r2",
  token_type: "bearer",
  expires_in: 3600,
  user: { id: "7" },
};

test.each([502, 503, 504])("a refresh that is answered %i is tried again", async (status) => {
  const answer = vi
    .fn()
    .mockImplementationOnce(async () => Response.json({}, { status }))
    .mockImplementation(async () => Response.json(session));
  vi.stubGlobal("fetch", answer);
  // An empty storage: this device has no secret.
  vi.stubGlobal("localStorage", { getItem: () => null });
  const client = createDetachedClient();
  const { data, error } = await client.refreshSession({ refresh_token: "r1" });
  expect(error).toBeNull();
  expect(data.session?.refresh_token).toBe("r2");
  expect(answer).toHaveBeenCalledTimes(2);
});
