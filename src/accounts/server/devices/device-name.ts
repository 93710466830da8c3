/** Describes a device by its user agent. */
import { messages } from "#accounts/messages.ts";

type Rule = readonly [name: string, sign: RegExp];

/** Order matters: most user agents also contain the names of related browsers. */
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
 * @param userAgent the header, if present
 * @returns for example `Chrome no Windows`; `Aparelho desconhecido` when neither browser nor system is recognised
 */
export function deviceName(userAgent: string | null): string {
  const browser = nameIn(BROWSERS, userAgent ?? "");
  const system = nameIn(SYSTEMS, userAgent ?? "");
  if (!browser && !system) return messages.unknownDevice;
  return system ? `${browser ?? "Navegador"} no ${system}` : String(browser);
}
