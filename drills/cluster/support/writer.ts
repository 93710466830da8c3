/**
 * Writes to the database of DATABASE_URL as the site does, in its own transactions and with its own timeouts, and prints
 * a line for each try: its number, and "written" or the error.
 */
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { inTransaction, openDatabase } from "#platform/database/db.ts";

/** Pause between two tries, in milliseconds; they do not wait for each other. */
const PAUSE = 250;

const { db } = await openDatabase({ connectionString: process.env.DATABASE_URL }, { max: 20 });
const from = Number(process.argv[2]);

for (let number = from; ; number++) {
  inTransaction(db, (trx) => sql`insert into cut_off_writes values (${number})`.execute(trx)).then(
    () => console.log(`${Date.now()} ${number} written`),
    (error) => console.log(`${Date.now()} ${number} ${error.code ?? ""} ${error.message}`),
  );
  await delay(PAUSE);
}
