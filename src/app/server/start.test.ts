import { rm } from "node:fs/promises";
import { expect, test } from "vitest";
import { readConfig } from "#platform/config/config.ts";
import { createLogger } from "#platform/log.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { makeTestFolder } from "#tests/support/folders.ts";
import { pause } from "#tests/support/pause.ts";
import { startSmtpServer } from "#tests/support/smtp.ts";
import { startSite } from "./start.ts";

test("mails that are being sent at shutdown still go out, without a retry", async () => {
  const [dataDir, database, mails] = [
    await makeTestFolder(),
    await createTestDatabase(),
    await startSmtpServer(),
  ];
  const config = readConfig({
    PORT: "0",
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SMTP_URL: mails.url,
    RATE_LIMITS: "off",
    LOG_LEVEL: "silent",
  });
  try {
    const site = await startSite(config, createLogger(config.logLevel), "built");
    const signUp = (name: string) =>
      fetch(`${site.address}/auth/v1/signup`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          email: `${name}@exemplo.com.br`,
          password: "jabuticaba-azul-42",
          data: { username: name },
        }),
      });
    // Those that come while a mail is being sent are taken together, more than there are connections to the mail server.
    const first = mails.hold();
    await signUp("Ana");
    await first.came(1);
    for (const name of ["Beto", "Carla", "Davi", "Elisa"]) await signUp(name);
    const held = mails.hold();
    first.release();
    await held.came(2);
    const active = "select from pgboss.job where name = 'mail' and state = 'active'";
    expect((await database.pool.query(active)).rowCount).toBe(4);
    const ended = site.close();
    await pause(2000, "all ends that ends before the jobs do");
    held.release();
    await ended;
    const { rows } = await database.pool.query(
      "select state, retry_count, count(*)::int as mails from pgboss.job where name = 'mail' group by 1, 2",
    );
    expect(rows).toEqual([{ state: "completed", retry_count: 0, mails: 5 }]);
    expect(mails.received).toHaveLength(5);
  } finally {
    await mails.close();
    await database.close();
    await rm(dataDir, { recursive: true });
  }
});
