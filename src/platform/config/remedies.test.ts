import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { TLSSocket } from "node:tls";
import { expect, test } from "vitest";
import { openDatabase } from "#platform/database/db.ts";
import { UNTRUSTED } from "#tests/support/untrusted-certificate.ts";
import { readConfig } from "./config.ts";
import { systemTrouble } from "./remedies.ts";

test("a database whose certificate nobody vouches for is told with its variable and what to do, without the password", async () => {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    // Accepts the request for TLS (PostgreSQL documentation, "SSL Session Encryption").
    socket.once("data", () => {
      socket.write("S");
      new TLSSocket(socket, { isServer: true, ...UNTRUSTED }).on("error", () => {});
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const connectionString = `postgres://u:goiabada@127.0.0.1:${port}/x?sslmode=verify-full`;
  const said = await openDatabase({ connectionString }, { max: 1 }).catch((error: Error) => error.message);
  expect(said).toMatch(
    /^Cannot connect to the database: DATABASE_URL: self-signed certificate.*: its certificate is not trusted: .*NODE_EXTRA_CA_CERTS$/,
  );
  expect(said).not.toContain("goiabada");
  server.close();
});

test("a path is told with the variable that it comes of, one folder in the other too", async () => {
  const full = await writeFile("/dev/full", "x").catch((error: NodeJS.ErrnoException) => error);
  const config = readConfig({ DATA_DIR: "/srv/data", BACKUP_DIR: "/srv/data/backups" });
  const told = (path: string) => systemTrouble(Object.assign(full as Error, { path }), config);
  expect(told("/srv/data/media/a")).toMatch(/^DATA_DIR: the disk of \/srv\/data\/media\/a is full/);
  expect(told("/srv/data/backups/a.tar")).toMatch(/^BACKUP_DIR: the disk of/);
  expect(told("/tmp/prompteca-pg-x")).toMatch(/^the disk of \/tmp\/prompteca-pg-x is full/);
  expect(systemTrouble(new Error("something of ours"), config)).toBeUndefined();
});
