/** What the doctor finds about mail, the sender, and how the site is reached. */
import { createSocket } from "node:dgram";
import dns from "node:dns";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { doctor, newFolder } from "#tests/support/doctor.ts";
import { startHttpService } from "#tests/support/http-service.ts";
import { type SmtpServer, startSmtpServer } from "#tests/support/smtp.ts";

vi.setConfig({ testTimeout: 180_000 });

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
    if (status) reply.writeHead(200, { date }).end(JSON.stringify({ status }));
    else reply.end("<h1>This domain is for sale</h1>");
  });
  const place = await newFolder();
  const here = { DATA_DIR: place, PUBLIC_URL };
  const right = await doctor(here);
  expect(right).toContain(`ok       address: ${PUBLIC_URL} answers and is ready\n`);
  expect(right).not.toContain("clock");

  seconds = -60;
  expect(await doctor(here)).toMatch(
    /^warning {2}address: the clock behind \S+ is \d\d\.\d s behind the clock here$/m,
  );

  status = "";
  expect(await doctor(here)).toContain(
    `wrong    address: ${PUBLIC_URL} is answered by something that is not Prompteca\n`,
  );
});

test("mails that may go unencrypted are a warning", async () => {
  const said = await doctor({ DATA_DIR: await newFolder(), SMTP_URL: smtp.url, SMTP_PLAINTEXT: "allow" });
  expect(said).toMatch(/^warning {2}mail: SMTP_PLAINTEXT: mails may go unencrypted$/m);
});

test("a sender whose domain is not in DNS", async () => {
  const before = dns.getServers();
  const names = createSocket("udp4");
  names.on("message", (question, { port, address }) => {
    const answer = Buffer.from(question);
    // An answer, recursion available, no such name (RFC 1035, section 4.1.1); one question and nothing else.
    answer.writeUInt16BE(0x8183, 2);
    answer.fill(0, 6, 12);
    names.send(answer.subarray(0, question.indexOf(0, 12) + 5), port, address);
  });
  names.bind(0, "127.0.0.1");
  await once(names, "listening");
  dns.setServers([`127.0.0.1:${names.address().port}`]);
  const place = await newFolder();
  const env = { DATA_DIR: place, SMTP_URL: smtp.url, MAIL_FROM: "Prompteca <oi@goiaba.com.br>" };
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
