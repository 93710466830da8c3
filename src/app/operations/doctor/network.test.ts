/** The doctor's findings about mail, the sender, and how the site is reached. */
import { createSocket } from "node:dgram";
import dns from "node:dns";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { doctor, newFolder } from "#tests/support/doctor.ts";
import { startHttpService } from "#tests/support/http-service.ts";
import { startIssuer } from "#tests/support/issuer.ts";
import { type SmtpServer, startSmtpServer } from "#tests/support/smtp.ts";
import { EXPIRED } from "#tests/support/untrusted-certificate.ts";

let smtp: SmtpServer;
beforeAll(async () => {
  smtp = await startSmtpServer();
});
afterAll(() => smtp.close());

test("the site itself must answer at the public address, and its clock is compared", async () => {
  let status = "ok";
  let seconds = 0;
  const { url: PUBLIC_URL } = await startHttpService((_request, reply) => {
    const date = new Date(Date.now() + seconds * 1000).toUTCString();
    if (status) reply.writeHead(status === "ok" ? 200 : 503, { date }).end(JSON.stringify({ status }));
    else reply.end("<h1>This domain is for sale</h1>");
  });
  const place = await newFolder();
  const here = { DATA_DIR: place, PUBLIC_URL };
  const right = await doctor(here);
  expect(right).toContain(`ok       address: ${PUBLIC_URL} answers and is ready\n`);
  expect(right).not.toContain("clock");

  status = "ending";
  expect(await doctor(here)).toContain(`warning  address: ${PUBLIC_URL}/readyz answers 503\n`);
  status = "ok";

  status = "maintenance";
  expect(await doctor(here)).toContain(
    `warning  address: ${PUBLIC_URL} is in maintenance: npm run maintenance off ends it\n`,
  );
  status = "ok";

  seconds = -60;
  expect(await doctor(here)).toMatch(
    /^warning {2}address: the clock behind \S+ is \d\d\.\d s behind the clock here$/m,
  );

  status = "";
  expect(await doctor(here)).toContain(
    `wrong    address: ${PUBLIC_URL} is answered by something that is not Prompteca\n`,
  );
});

test("an address that does not answer while the site listens is wrong, and a certificate that is refused", async () => {
  const DATA_DIR = await newFolder();
  const site = await startHttpService((_request, reply) => void reply.end('{"status":"ok"}'));
  const proxy = await startHttpService((_request, reply) => void reply.writeHead(502).end());
  const PORT = `${site.port}`;
  const beside = `while the site listens at port ${PORT}`;
  expect(await doctor({ DATA_DIR, PORT })).toMatch(
    new RegExp(
      `^wrong {4}address: http://127.0.0.1:1 does not answer from here .*, ${beside}: look at the proxy, and`,
      "m",
    ),
  );
  expect(await doctor({ DATA_DIR, PORT, PUBLIC_URL: proxy.url })).toContain(
    `wrong    address: ${proxy.url}/readyz answers 502, ${beside}: look at the proxy\n`,
  );
  site.close();
  expect(await doctor({ DATA_DIR, PORT, PUBLIC_URL: proxy.url })).toContain(
    `warning  address: ${proxy.url}/readyz answers 502\n`,
  );

  // Whoever vouches for it is trusted: nothing but its age is wrong.
  const trusted = getCACertificates();
  setDefaultCACertificates([...trusted, EXPIRED.cert]);
  onTestFinished(() => setDefaultCACertificates(trusted));
  const expired = createTlsServer(EXPIRED).listen(0, "127.0.0.1");
  await once(expired, "listening");
  const { port } = expired.address() as AddressInfo;
  expect(await doctor({ DATA_DIR, PUBLIC_URL: `https://localhost:${port}` })).toMatch(
    /^wrong {4}address: https:\/\/localhost:\d+ does not answer from here \(PUBLIC_URL: .*: its certificate has expired: renew it there\)$/m,
  );
  expired.close();
});

test("mails that may go unencrypted are a warning", async () => {
  const said = await doctor({ DATA_DIR: await newFolder(), SMTP_URL: smtp.url, SMTP_PLAINTEXT: "allow" });
  expect(said).toMatch(/^warning {2}mail: SMTP_PLAINTEXT: mails may go unencrypted$/m);
});

test("a sender whose domain is not in DNS", async () => {
  const before = dns.getServers();
  const names = createSocket("udp4");
  let isKnown = true;
  names.on("message", (question, { port, address }) => {
    const answer = Buffer.from(question);
    const end = question.indexOf(0, 12) + 5;
    if (isKnown) {
      // One answer, to an A question: its name as asked, type and class, an hour, four bytes of an address.
      const isA = question.readUInt16BE(end - 4) === 1;
      answer.writeUInt16BE(0x8180, 2);
      answer.fill(0, 6, 12).writeUInt16BE(isA ? 1 : 0, 6);
      const record = Buffer.from("c00c0001000100000e100004c0000201", "hex");
      names.send(Buffer.concat([answer.subarray(0, end), ...(isA ? [record] : [])]), port, address);
      return;
    }
    // An answer, recursion available, no such name (RFC 1035, section 4.1.1); one question and nothing else.
    answer.writeUInt16BE(0x8183, 2);
    answer.fill(0, 6, 12);
    names.send(answer.subarray(0, end), port, address);
  });
  names.bind(0, "127.0.0.1");
  await once(names, "listening");
  dns.setServers([`127.0.0.1:${names.address().port}`]);
  const place = await newFolder();
  const env = { DATA_DIR: place, SMTP_URL: smtp.url, MAIL_FROM: "Prompteca <oi@goiaba.com.br>" };
  expect(await doctor(env)).toMatch(/^ok {7}sender: MAIL_FROM: goiaba\.com\.br is known$/m);
  isKnown = false;
  expect(await doctor(env)).toMatch(
    /^wrong {4}sender: MAIL_FROM: nobody answers for the domain goiaba\.com\.br in DNS/m,
  );
  dns.setServers(["127.0.0.1:1"]);
  expect(await doctor(env)).toMatch(/^warning {2}sender: MAIL_FROM: .* cannot be looked up/m);
  dns.setServers(before);
  names.close();
});

test("a port that is reachable past the proxy is reported, with what is believed there", async () => {
  const place = await newFolder();
  const listen = () => startHttpService((_request, reply) => void reply.end('{"status":"ok"}'), "0.0.0.0");
  const [proxy, site] = [await listen(), await listen()];
  const here = { DATA_DIR: place, PUBLIC_URL: proxy.url, PORT: `${site.port}`, HOST: "0.0.0.0" };
  const bypass = async (env: Record<string, string>) =>
    (await doctor({ ...here, ...env })).split("\n").filter((line) => /past|passes by/.test(line));

  const direct = site.url;
  expect(await bypass({ TRUST_PROXY: "1" })).toEqual([
    `warning  address: TRUST_PROXY: whoever asks ${direct} passes by the proxy, and is believed whatever address it claims: ` +
      `set HOST to 127.0.0.1, or let the proxy alone reach port ${site.port}`,
  ]);
  expect(await bypass({ TRUST_PROXY: "10.0.0.0/8" })).toEqual([
    expect.stringMatching(/^warning {2}address: TRUST_PROXY: whoever asks \S+ passes by the proxy: set HOST/),
  ]);
  expect(await bypass({ TRUST_PROXY: "1", HOST: "127.0.0.1" })).toEqual([]);
  expect(await bypass({})).toEqual([]);
  site.close();
  expect(await bypass({ TRUST_PROXY: "1" })).toEqual([
    `ok       address: ${direct} does not answer: nobody passes by the proxy there`,
  ]);
  expect(await bypass({ TRUST_PROXY: "10.0.0.0/8" })).toEqual([]);
  proxy.close();
  expect(await bypass({ TRUST_PROXY: "1" })).toEqual([
    expect.stringMatching(
      /^warning {2}address: TRUST_PROXY and HOST: whoever reaches port \d+ past the proxy is believed/,
    ),
  ]);
});

test("the port is free, or the site's own", async () => {
  const DATA_DIR = await newFolder();
  expect(await doctor({ DATA_DIR })).toMatch(/^ok {7}port: 127\.0\.0\.1, port 0: free to listen at$/m);
  const { port, close } = await startHttpService((_request, reply) => void reply.end('{"status":"ok"}'));
  expect(await doctor({ DATA_DIR, PORT: `${port}` })).toMatch(
    /^ok {7}port: .*, port \d+: the site listens$/m,
  );
  close();
});

test("mails are kept, and pictures have a folder, before the first start", async () => {
  const said = await doctor({ DATA_DIR: await newFolder() });
  expect(said).toMatch(/^ok {7}mail: kept in \S+mail: SMTP_URL is not set$/m);
  expect(said).toMatch(/^ok {7}pictures: \S+media: made at the first start$/m);
});

test("behind a proxy that is not named all visitors count as one", async () => {
  const PUBLIC_URL = "https://127.0.0.1:1";
  const counted = /^warning {2}address: TRUST_PROXY is off: all visitors behind the proxy count as one/m;
  expect(await doctor({ DATA_DIR: await newFolder(), PUBLIC_URL })).toMatch(counted);
  expect(await doctor({ DATA_DIR: await newFolder(), PUBLIC_URL, TRUST_PROXY: "1" })).not.toMatch(counted);
});

test("an issuer must answer as the one that is configured, and is told what to register", async () => {
  const issuer = await startIssuer("Jabuti ID");
  const here = { DATA_DIR: await newFolder(), ...issuer.env };
  expect(await doctor(here)).toContain(
    `ok       issuers: Jabuti ID (${issuer.url}) answers; register http://127.0.0.1:1/auth/v1/callback there\n`,
  );
  const { port } = new URL(issuer.url);
  // The same machine by another name is another issuer.
  expect(await doctor({ ...here, OIDC_ISSUER: `http://127.0.0.1:${port}` })).toMatch(
    /^wrong {4}issuers: OIDC_ISSUER: nobody can sign in by Jabuti ID: .*issuer/m,
  );
  issuer.close();
  expect(await doctor(here)).toMatch(
    /^wrong {4}issuers: OIDC_ISSUER: nobody can sign in by Jabuti ID: .*ECONNREFUSED/m,
  );
});
