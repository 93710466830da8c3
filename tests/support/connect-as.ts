/** A process that connects to PostgreSQL as another system account, and prints whether it was admitted. */
import pg from "pg";

const [uid = "", connection = "{}"] = process.argv.slice(2);
// By now all modules are loaded: the account may not be able to read this folder.
const client = new pg.Client(JSON.parse(connection));
process.setgroups?.([]);
process.setgid?.(Number(uid));
process.setuid?.(Number(uid));
try {
  await client.connect();
  await client.end();
  process.send?.("let in");
} catch (error) {
  process.send?.((error as Error).message);
}
process.disconnect?.();
