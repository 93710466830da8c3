/** API keys for tests. */
import type { CreatedKey } from "#accounts/key-contract.ts";
import type { KeyScope } from "#accounts/key-messages.ts";
import type { TestApp } from "./app.ts";
import type { TestUser } from "./users.ts";

/** Makes a key of a user, by default with every scope. @returns the answer, with the key itself */
export async function createKey(
  site: Pick<TestApp, "call">,
  owner: TestUser,
  scopes: readonly KeyScope[] = ["read", "react", "publish"],
): Promise<CreatedKey> {
  const fields = { name: "Meu programa", scopes, expires_in_days: 90 };
  const answer = await site.call("POST", "/api/account/keys", owner, fields);
  if (answer.statusCode !== 201) throw new Error(`no key: ${answer.body}`);
  return answer.json();
}

/** As if its time were over. */
export const expireKey = ({ ctx }: Pick<TestApp, "ctx">, { id }: Pick<CreatedKey, "id">) =>
  ctx.pool.query("update api_keys set expires_at = now() where id = $1", [id]);
