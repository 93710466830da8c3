import { expect, test } from "vitest";
import { deviceName } from "./device-name.ts";

const MOZILLA = "Mozilla/5.0";
const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/153.0.0.0 Safari/537.36`, "Chrome no Windows"],
  [
    `${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/153.0 Safari/537.36 Edg/153.0`,
    "Edge no Windows",
  ],
  [`${MOZILLA} (X11; Linux x86_64) ${WEBKIT} Chrome/153.0.0.0 Safari/537.36 OPR/120.0`, "Opera no Linux"],
  [`${MOZILLA} (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0`, "Firefox no Linux"],
  [`${MOZILLA} (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/153.0.0.0 Safari/537.36`, "Chrome no ChromeOS"],
  [`${MOZILLA} (Linux; Android 16; K) ${WEBKIT} Chrome/153.0.0.0 Mobile Safari/537.36`, "Chrome no Android"],
  [
    `${MOZILLA} (Linux; Android 16) ${WEBKIT} SamsungBrowser/30.0 Chrome/140.0 Mobile Safari/537.36`,
    "Samsung Internet no Android",
  ],
  [
    `${MOZILLA} (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1`,
    "Safari no iPhone",
  ],
  [
    `${MOZILLA} (iPad; CPU OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/153.0 Mobile/15E148 Safari/604.1`,
    "Chrome no iPad",
  ],
  [
    `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15`,
    "Safari no Mac",
  ],
  [`${MOZILLA} (Windows NT 10.0)`, "Navegador no Windows"],
  ["Firefox/150.0", "Firefox"],
  ["curl/8.5.0", "Dispositivo desconhecido"],
  ["", "Dispositivo desconhecido"],
  [null, "Dispositivo desconhecido"],
])("%s is called %s", (agent, name) => {
  expect(deviceName(agent)).toBe(name);
});
