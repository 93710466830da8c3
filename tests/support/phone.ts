/** A cheap phone on a slow network. */
import type { Browser } from "playwright-core";
import { MOVING, type Visitor, visit } from "./browser.ts";
import { type Member, visitAs } from "./members.ts";

const options = {
  ...MOVING,
  viewport: { width: 360, height: 640 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  userAgent:
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
};

/**
 * Opens a browser with 360 by 640 pixels, touch and slow 4G. The processor is not throttled, which would take a tenth
 * of the journeys' time; pages before hydration are tested with delayed scripts.
 * @param member the signed-in member; anonymous without one
 */
export async function visitByPhone(browser: Browser, origin: string, member?: Member): Promise<Visitor> {
  const visitor = await (member
    ? visitAs(member, browser, origin, options)
    : visit(browser, origin, options));
  const devtools = await visitor.page.context().newCDPSession(visitor.page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    // In bytes per second: 1.6 and 0.75 Mbit/s.
    downloadThroughput: 200_000,
    uploadThroughput: 93_750,
  });
  return visitor;
}
