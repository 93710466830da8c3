/** A site of its own for each test of a file, so that no test hides or needs another; windows close after it. */
import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { launchBrowser, type Visitor, visit } from "./browser.ts";
import { type Member, visitAs } from "./members.ts";
import { startTestSite, type TestSite } from "./site.ts";

export interface FreshSite {
  site: TestSite;
  /** Opens a window, in which the member is logged in; without one, a visitor's. */
  enter(member?: Member, options?: BrowserContextOptions): Promise<Visitor>;
}

/**
 * @param env overrides the site's variables
 * @param fill puts into a new site what each test finds there
 * @param mayComplain what the console may say: of anything else, as hydration or the policy would say, the test is red
 */
export function forEachTest(
  env: Record<string, string>,
  fill: (fresh: FreshSite) => Promise<void>,
  mayComplain: RegExp,
): void {
  let browser: Browser;
  let site: TestSite;
  let visitors: Visitor[];

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    site = await startTestSite(env);
    visitors = [];
    await fill({
      site,
      async enter(member, options) {
        const visitor = await (member
          ? visitAs(member, browser, site.origin, options)
          : visit(browser, site.origin, options));
        visitors.push(visitor);
        return visitor;
      },
    });
  });
  afterEach(async () => {
    const complaints = visitors.flatMap((visitor) => visitor.complaints);
    for (const visitor of visitors) await visitor.close();
    await site?.close();
    expect(complaints.filter((text) => !mayComplain.test(text))).toEqual([]);
  });
}
