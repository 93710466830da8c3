/**
 * A small pooler for tests. It assigns a session to each transaction, like PgBouncer in transaction mode, and behaves
 * like it in everything that the site detects. PgBouncer itself was tested by hand (docs/operations.md).
 */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createConnection, createServer, type Socket } from "node:net";
import type { TestDatabase } from "./database.ts";

export interface Pooler {
  /** Overrides of a test database's connection options, and the same as a URL. */
  address: { host: string; port: number };
  url: string;
  close(): void;
}

export interface PoolerOptions {
  /** Number of sessions at the server. */
  sessions?: number;
  /** Prepares statements again in the session of each transaction, under names of its own. */
  keepsStatements?: boolean;
  /** Refuses connections with startup parameters, unless they are to be ignored. */
  ignoresParameters?: boolean;
}

/** A protocol message (PostgreSQL documentation, Frontend/Backend Protocol); the first of a connection has no kind. */
function message(kind: string, ...parts: (string | number | Buffer)[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => {
      if (typeof part === "string") return Buffer.from(`${part}\0`);
      if (Buffer.isBuffer(part)) return part;
      const number = Buffer.alloc(4);
      number.writeInt32BE(part);
      return number;
    }),
  );
  const head = Buffer.from(`${kind}\0\0\0\0`);
  head.writeInt32BE(body.length + 4, kind.length);
  return Buffer.concat([head, body]);
}
const READY = message("Z", Buffer.from("I"));

/** Calls back for each complete message of a socket; startup messages have no kind. */
function onMessages(socket: Socket, withStart: boolean, take: (kind: string, body: Buffer) => void): void {
  let rest: Buffer = Buffer.alloc(0);
  let starting = withStart;
  socket.on("error", () => {});
  socket.on("data", (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const from = starting ? 0 : 1;
      if (rest.length < from + 4) return;
      const end = from + rest.readInt32BE(from);
      if (rest.length < end) return;
      const [kind, body] = [rest.toString("latin1", 0, from), rest.subarray(from + 4, end)];
      rest = rest.subarray(end);
      starting = false;
      take(kind, body);
    }
  });
}

/** A session at the server, used by one client at a time. */
interface Session {
  socket: Socket;
  client: Socket | undefined;
  /** Number of outstanding responses before the client's transaction can end. */
  due: number;
}

const textAt = (body: Buffer, from: number) => body.toString("utf8", from, body.indexOf(0, from));

/** @param database the database of the sessions */
export async function startPooler(
  { connection }: Pick<TestDatabase, "connection">,
  { sessions: most = 1, keepsStatements = false, ignoresParameters = true }: PoolerOptions = {},
): Promise<Pooler> {
  const sessions: Session[] = [];
  const clients = new Set<Socket>();
  /** Clients that wait for a session, with the messages to send. */
  const waiting: { client: Socket; send: Buffer[] }[] = [];
  for (let number = 0; number < most; number++) sessions.push(await openSession());

  async function openSession(): Promise<Session> {
    const socket = createConnection(`${connection.host}/.s.PGSQL.${connection.port}`);
    const session: Session = { socket, client: undefined, due: 1 };
    const parameters = `user\0${connection.user}\0database\0${connection.database}\0\0`;
    socket.write(message("", 196608, Buffer.from(parameters)));
    const { promise: ready, resolve } = Promise.withResolvers<void>();
    onMessages(socket, false, (kind, body) => {
      if (kind === "Z") session.due -= 1;
      session.client?.write(message(kind, body));
      if (kind === "Z" && session.due === 0 && body.toString() === "I") {
        session.client = undefined;
        resolve();
        lend();
      }
    });
    await ready;
    return session;
  }

  function lend(): void {
    for (let next = waiting[0]; next; next = waiting[0]) {
      const { client, send } = next;
      const free = sessions.find((session) => !session.client);
      if (!free) return;
      waiting.shift();
      free.client = client;
      for (const one of send) write(free, one);
    }
  }

  function write(session: Session, sent: Buffer): void {
    if (/^[QS]/.test(sent.toString("latin1", 0, 1))) session.due += 1;
    session.socket.write(sent);
  }

  const server = createServer((client) => {
    clients.add(client);
    /** With a prefix, a name belongs to the pooler; with one session, all statements are prepared there. */
    const prefix = randomBytes(4).toString("hex");
    onMessages(client, true, (kind, body) => {
      if (kind === "") return greet(client, body);
      if (kind === "X") return void client.end();
      const sent = message(kind, keepsStatements ? rename(kind, body, prefix) : body);
      const session = sessions.find((one) => one.client === client);
      if (session) return write(session, sent);
      const queued = waiting.find((one) => one.client === client);
      if (queued) queued.send.push(sent);
      else waiting.push({ client, send: [sent] });
      lend();
    });
  });

  function greet(client: Socket, body: Buffer): void {
    const parameters = body.toString("utf8", 4).split("\0");
    const unknown = parameters.find((name) => name.endsWith("_timeout"));
    if (unknown && !ignoresParameters) {
      const fields = ["SFATAL", "C08P01", `Munsupported startup parameter: ${unknown}`];
      return void client.end(message("E", ...fields, Buffer.from([0])));
    }
    client.write(message("R", 0));
    client.write(message("S", "client_encoding", "UTF8"));
    client.write(message("K", randomBytes(4), randomBytes(4)));
    client.write(READY);
  }

  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    address: { host: "127.0.0.1", port },
    url: `postgres://${connection.user}@127.0.0.1:${port}/${connection.database}`,
    close() {
      server.close();
      for (const socket of [...clients, ...sessions.map((session) => session.socket)]) socket.destroy();
    },
  };
}

/** Prefixes the name of a prepared statement in a client's message. */
function rename(kind: string, body: Buffer, prefix: string): Buffer {
  // Bind starts with the portal's name; Describe and Close start with the kind of object.
  const from =
    kind === "P" ? 0 : kind === "B" ? body.indexOf(0) + 1 : /[DC]/.test(kind) && body[0] === 83 ? 1 : -1;
  if (from < 0 || !textAt(body, from)) return body;
  return Buffer.concat([body.subarray(0, from), Buffer.from(prefix), body.subarray(from)]);
}
