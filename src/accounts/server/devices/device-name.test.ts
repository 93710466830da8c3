import { expect, test } from "vitest";
import { deviceName } from "./device-name.ts";

const BLINK = "AppleWebKit/537.36 (KHTML, like Gecko)";
const APPLE = "AppleWebKit/605.1.15 (KHTML, like Gecko)";

test.each([
  ["Windows NT 10.0; Win64; x64", `${BLINK} Chrome/153.0.0.0 Safari/537.36`, "Chrome no Windows"],
  ["Windows NT 10.0; Win64; x64", `${BLINK} Chrome/153.0 Safari/537.36 Edg/153.0`, "Edge no Windows"],
  ["X11; Linux x86_64", `${BLINK} Chrome/153.0.0.0 Safari/537.36 OPR/120.0`, "Opera no Linux"],
  ["X11; Linux x86_64; rv:150.0", "Gecko/20100101 Firefox/150.0", "Firefox no Linux"],
  ["X11; CrOS x86_64 14541.0.0", `${BLINK} Chrome/153.0.0.0 Safari/537.36`, "Chrome no ChromeOS"],
  ["Linux; Android 16; K", `${BLINK} Chrome/153.0.0.0 Mobile Safari/537.36`, "Chrome no Android"],
  ["Linux; Android 16", `${BLINK} SamsungBrowser/30.0 Chrome/140.0 Safari`, "Samsung Internet no Android"],
  [
    "iPhone; CPU iPhone OS 19_0 like Mac OS X",
    `${APPLE} Version/19.0 Mobile Safari/604.1`,
    "Safari no iPhone",
  ],
  ["iPad; CPU OS 19_0 like Mac OS X", `${APPLE} CriOS/153.0 Mobile Safari/604.1`, "Chrome no iPad"],
  ["Macintosh; Intel Mac OS X 10_15_7", `${APPLE} Version/19.0 Safari/605.1.15`, "Safari no Mac"],
  ["Windows NT 10.0", "", "Navegador no Windows"],
])("on %s, %s is called %s", (system, browser, name) => {
  expect(deviceName(`Mozilla/5.0 (${system}) ${browser}`)).toBe(name);
});

test.each([
  ["Firefox/150.0", "Firefox"],
  ["curl/8.5.0", "Aparelho desconhecido"],
  ["", "Aparelho desconhecido"],
  [null, "Aparelho desconhecido"],
])("%s is called %s", (agent, name) => {
  expect(deviceName(agent)).toBe(name);
});
