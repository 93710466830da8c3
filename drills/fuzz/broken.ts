/** Requests that are wrong as HTTP: framing that two readers could read in two ways, bytes that are no request at all. */
import fc from "fast-check";
import { CANARY_HEADER } from "./values.ts";

export interface Broken {
  name: string;
  bytes: string;
  /** Answers that it may get: one more means that a part of a body was taken for a request. */
  answers: number;
}

const CRLF = "\r\n";
const SMUGGLED = `GET /healthz?contrabando HTTP/1.1${CRLF}Host: x${CRLF}${CRLF}`;
const LENGTH = `Content-Length: ${SMUGGLED.length}`;

/** @param lines of the head after the host @param answers that it may get */
function post(name: string, lines: string[], body: string, answers = 1): Broken {
  const head = [
    "POST /api/auth/check-user-exists HTTP/1.1",
    "Host: x",
    "Content-Type: application/json",
    ...lines,
  ];
  return { name, bytes: `${head.join(CRLF)}${CRLF}${CRLF}${body}`, answers };
}

const get = (name: string, head: string, answers = 1): Broken => ({
  name,
  bytes: `${head}${CRLF}${CRLF}`,
  answers,
});
const withLine = (name: string, line: string) =>
  get(name, `GET /healthz HTTP/1.1${CRLF}Host: x${CRLF}${line}`);

const chunked = `2${CRLF}{}${CRLF}0${CRLF}${CRLF}`;
const CHUNKED = "Transfer-Encoding: chunked";

const KNOWN: Broken[] = [
  post("length and chunks", [LENGTH, CHUNKED], `0${CRLF}${CRLF}${SMUGGLED}`),
  post("chunks and length", [CHUNKED, "Content-Length: 4"], `0${CRLF}${CRLF}${SMUGGLED}`),
  post("two lengths", ["Content-Length: 2", LENGTH], SMUGGLED),
  post("two equal lengths", ["Content-Length: 2", "Content-Length: 2"], "{}"),
  post("a list of lengths", ["Content-Length: 2, 2"], "{}"),
  post("a signed length", ["Content-Length: +2"], "{}"),
  post("a negative length", ["Content-Length: -2"], SMUGGLED),
  post("a length in hexadecimal", ["Content-Length: 0x2"], "{}"),
  post("a length beyond all numbers", [`Content-Length: ${"9".repeat(30)}`], "{}"),
  post("a length after a space", ["Content-Length : 2"], SMUGGLED),
  post("no length", [], SMUGGLED, 2),
  post("chunks twice", [CHUNKED, CHUNKED], `0${CRLF}${CRLF}${SMUGGLED}`),
  post("chunks and identity", ["Transfer-Encoding: chunked, identity"], `0${CRLF}${CRLF}${SMUGGLED}`),
  post("identity and chunks", ["Transfer-Encoding: identity, chunked"], chunked),
  post("an encoding nobody knows", ["Transfer-Encoding: xchunked"], `0${CRLF}${CRLF}${SMUGGLED}`),
  post("an encoding after a tab", ["Transfer-Encoding:\tchunked"], chunked),
  post(
    "an encoding after a space in its name",
    ["Transfer-Encoding : chunked"],
    `0${CRLF}${CRLF}${SMUGGLED}`,
  ),
  post("an encoding on a second line", ["Transfer-Encoding:", " chunked"], `0${CRLF}${CRLF}${SMUGGLED}`),
  post("an encoding before a vertical tab", ["Transfer-Encoding: chunked\x0b"], `0${CRLF}${CRLF}${SMUGGLED}`),
  post("a chunk without a size", [CHUNKED], `${CRLF}{}${CRLF}0${CRLF}${CRLF}`),
  post("a chunk of a size that is none", [CHUNKED], `zz${CRLF}{}${CRLF}0${CRLF}${CRLF}`),
  post("a chunk of a negative size", [CHUNKED], `-1${CRLF}{}${CRLF}0${CRLF}${CRLF}`),
  post("a chunk of a size beyond all numbers", [CHUNKED], `${"f".repeat(20)}${CRLF}{}${CRLF}`),
  post("a chunk longer than it says", [CHUNKED], `1${CRLF}{}${CRLF}0${CRLF}${CRLF}${SMUGGLED}`),
  post("a chunk with a long extension", [CHUNKED], `2;${"a".repeat(30_000)}${CRLF}{}${CRLF}0${CRLF}${CRLF}`),
  post("a chunk with a line end in its extension", [CHUNKED], `2;a\nb${CRLF}{}${CRLF}0${CRLF}${CRLF}`),
  post("chunks ended by bare line feeds", [CHUNKED], `2\n{}\n0\n\n${SMUGGLED}`),
  post("many trailers", [CHUNKED], `2${CRLF}{}${CRLF}0${CRLF}${`A: b${CRLF}`.repeat(5000)}${CRLF}`),
  post(
    "a trailer that sets a length",
    [CHUNKED, "Trailer: Content-Length"],
    `2${CRLF}{}${CRLF}0${CRLF}Content-Length: 99${CRLF}${CRLF}`,
  ),
  post("an expectation", [LENGTH, "Expect: 100-continue"], SMUGGLED),
  {
    name: "chunks in HTTP/1.0",
    bytes: `POST /api/auth/check-user-exists HTTP/1.0${CRLF}${CHUNKED}${CRLF}${CRLF}0${CRLF}${CRLF}${SMUGGLED}`,
    answers: 1,
  },
  {
    name: "a body in a kept answer's request",
    bytes: `GET / HTTP/1.1${CRLF}Host: x${CRLF}${LENGTH}${CRLF}${CRLF}${SMUGGLED}GET / HTTP/1.1${CRLF}Host: x${CRLF}${LENGTH}${CRLF}${CRLF}${SMUGGLED}`,
    answers: 2,
  },
  { name: "requests in a row", bytes: SMUGGLED.repeat(20), answers: 20 },
  { name: "bare line feeds", bytes: "GET /healthz HTTP/1.1\nHost: x\n\n", answers: 1 },
  { name: "bare carriage returns", bytes: "GET /healthz HTTP/1.1\rHost: x\r\r", answers: 1 },
  { name: "empty lines first", bytes: `${CRLF.repeat(10)}${SMUGGLED}`, answers: 1 },
  { name: "TLS", bytes: "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", answers: 1 },
  {
    name: "the preface of HTTP/2",
    bytes: `PRI * HTTP/2.0${CRLF}${CRLF}SM${CRLF}${CRLF}\0\0\0\x04\0\0\0\0\0`,
    answers: 1,
  },
  { name: "the form of 1991", bytes: `GET /${CRLF}`, answers: 1 },
  get("no host", "GET /healthz HTTP/1.1"),
  get("two hosts", `GET /healthz HTTP/1.1${CRLF}Host: x${CRLF}Host: evil.example`),
  get("a host of no sense", `GET / HTTP/1.1${CRLF}Host: x/../@evil.example:99999999`),
  get("HTTP/1.0 without a host", "GET /healthz HTTP/1.0"),
  get("HTTP/0.9", "GET /healthz HTTP/0.9"),
  get("HTTP/3.7", `GET /healthz HTTP/3.7${CRLF}Host: x`),
  get("a version of no sense", `GET /healthz HTTQ/1.1${CRLF}Host: x`),
  get("a whole address", `GET http://evil.example/prompts HTTP/1.1${CRLF}Host: x`),
  get("a whole address without a path", `GET http://evil.example HTTP/1.1${CRLF}Host: x`),
  get("an address of another scheme", `GET file:///etc/passwd HTTP/1.1${CRLF}Host: x`),
  get("a tunnel", `CONNECT evil.example:443 HTTP/1.1${CRLF}Host: x`),
  get("an asterisk", `OPTIONS * HTTP/1.1${CRLF}Host: x`),
  get("an asterisk where none may be", `GET * HTTP/1.1${CRLF}Host: x`),
  get("an address without a slash", `GET healthz HTTP/1.1${CRLF}Host: x`),
  get("an address above the root", `GET /../../../etc/passwd HTTP/1.1${CRLF}Host: x`),
  get("an address with backslashes", `GET /..\\..\\etc\\passwd HTTP/1.1${CRLF}Host: x`),
  get("an address with a fragment", `GET /healthz#/api/admin HTTP/1.1${CRLF}Host: x`),
  get("an address with a NUL", `GET /health\0z HTTP/1.1${CRLF}Host: x`),
  get("an address with a space", `GET /health z HTTP/1.1${CRLF}Host: x`),
  get("an address of 30,000 characters", `GET /${"a".repeat(30_000)} HTTP/1.1${CRLF}Host: x`),
  get("an address with bytes that are no UTF-8", `GET /\xff\xfe HTTP/1.1${CRLF}Host: x`),
  get("a method in lower case", `get /healthz HTTP/1.1${CRLF}Host: x`),
  get("a method of no sense", `G@T /healthz HTTP/1.1${CRLF}Host: x`),
  withLine("a line without a colon", "abc"),
  withLine("a line without a name", ": abc"),
  withLine("a name with a space", "a b: c"),
  withLine("a name with a NUL", "a\0b: c"),
  withLine("a value with a NUL", "a: b\0c"),
  withLine("a value with a bare carriage return", `a: b\r${CANARY_HEADER}: 1`),
  withLine("a value with a bare line feed", `a: b\n${CANARY_HEADER}: 1`),
  withLine("a folded line", `a: b${CRLF} c`),
  withLine("a name of 30,000 characters", `${"a".repeat(30_000)}: b`),
  withLine("a name like a prototype's", "__proto__: x\r\nconstructor: y"),
  get(
    "3,000 lines",
    `GET /healthz HTTP/1.1${CRLF}Host: x${CRLF}${Array.from({ length: 3000 }, (_, i) => `a${i}:b`).join(CRLF)}`,
  ),
  get(
    "an upgrade to HTTP/2",
    `GET /healthz HTTP/1.1${CRLF}Host: x${CRLF}Connection: Upgrade, HTTP2-Settings${CRLF}Upgrade: h2c${CRLF}HTTP2-Settings: AAMAAABkAAQAAP__`,
  ),
  get(
    "an upgrade to a socket",
    `GET / HTTP/1.1${CRLF}Host: x${CRLF}Connection: Upgrade${CRLF}Upgrade: websocket${CRLF}Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==${CRLF}Sec-WebSocket-Version: 13`,
  ),
];

/** Changes a few bytes of a request, wherever they are. */
const damaged: fc.Arbitrary<Broken> = fc
  .tuple(
    fc.constantFrom(...KNOWN.filter(({ bytes }) => bytes.length < 2000)),
    fc.array(
      fc.tuple(
        fc.nat(),
        fc.constantFrom("", "\0", "\r", "\n", "\r\n", ":", " ", "\t", "\xff", ",", "0", "chunked"),
      ),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
  )
  .map(([{ name, bytes }, changes]) => {
    let changed = bytes;
    for (const [at, put] of changes) {
      const place = at % changed.length;
      changed = changed.slice(0, place) + put + changed.slice(place + 1);
    }
    // One damaged request may be several, each of which may be answered.
    return { name: `${name}, damaged`, bytes: changed, answers: 25 };
  });

const noise: fc.Arbitrary<Broken> = fc
  .uint8Array({ minLength: 1, maxLength: 400 })
  .map((bytes) => ({ name: "noise", bytes: Buffer.from(bytes).toString("latin1"), answers: 5 }));

export const broken: fc.Arbitrary<Broken> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...KNOWN) },
  { weight: 3, arbitrary: damaged },
  { weight: 1, arbitrary: noise },
);
