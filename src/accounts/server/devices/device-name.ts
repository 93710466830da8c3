/** Names a device in words by what its browser says of itself. */
import { messages } from "#accounts/messages.ts";

type Rule = readonly [name: string, sign: RegExp];

/** In this order: most browsers also carry the names of those they descend from. */
const BROWSERS: readonly Rule[] = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\b(?:OPR|OPT|Opera)\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|CriOS|Chromium)\//],
  ["Safari", /\bVersion\/[\d.]+ .*Safari\//],
];
const SYSTEMS: readonly Rule[] = [
  ["Android", /\bAndroid\b/],
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Windows", /\bWindows\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Mac", /\bMacintosh\b/],
  ["Linux", /\bLinux\b/],
];

const nameIn = (rules: readonly Rule[], agent: string) => rules.find(([, sign]) => sign.test(agent))?.[0];

/**
 * @param userAgent the header as it came, if it came
 * @returns such as `Chrome no Windows`; `Dispositivo desconhecido` when it says neither browser nor system
 */
export function deviceName(userAgent: string | null): string {
  const browser = nameIn(BROWSERS, userAgent ?? "");
  const system = nameIn(SYSTEMS, userAgent ?? "");
  if (!browser && !system) return messages.unknownDevice;
  return system ? `${browser ?? "Navegador"} no ${system}` : String(browser);
}
