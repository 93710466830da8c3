/** A process of its own that connects to PostgreSQL as another account of this system, and tells whether it was let in. */
import pg from "pg";

const [uid = "", connection = "{}"] = process.argv.slice(2);
// Everything is loaded: the account may be one that cannot read this folder.
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
