/** The addresses on the legal pages are those of the configuration, and nothing is promised where there is none. */
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Router } from "wouter";
import type { SiteSettings } from "#app/page.ts";
import { SiteContext } from "#app/site.tsx";
import { AccessibilityStatement } from "./accessibility-statement.tsx";
import { PrivacyPolicy } from "./privacy-policy.tsx";
import { TermsOfUse } from "./terms-of-use.tsx";

function render(Page: () => React.ReactNode, settings: Omit<SiteSettings, "origin">): string {
  return renderToStaticMarkup(
    <Router ssrPath="/">
      <SiteContext value={{ origin: "https://prompteca.example", ...settings }}>
        <Page />
      </SiteContext>
    </Router>,
  );
}
const addresses = (markup: string) =>
  new Set([...markup.matchAll(/mailto:([^"]+)"/g)].map(([, address]) => address));

test("questions go to one address, requests about data to the other", () => {
  const both = { contactEmail: "oi@example.com", privacyEmail: "dados@example.com" };
  expect(addresses(render(TermsOfUse, both))).toEqual(new Set(["oi@example.com"]));
  expect(addresses(render(AccessibilityStatement, both))).toEqual(new Set(["oi@example.com"]));
  expect(addresses(render(PrivacyPolicy, both))).toEqual(new Set(["dados@example.com"]));
});

test("where there is but one address it serves both", () => {
  for (const page of [TermsOfUse, PrivacyPolicy]) {
    expect(addresses(render(page, { contactEmail: "oi@example.com" }))).toEqual(new Set(["oi@example.com"]));
    expect(addresses(render(page, { privacyEmail: "dados@example.com" }))).toEqual(
      new Set(["dados@example.com"]),
    );
  }
});

test("without an address the pages say so instead of asking to write", () => {
  for (const page of [TermsOfUse, PrivacyPolicy, AccessibilityStatement]) {
    const markup = render(page, {});
    expect(markup).toContain("ainda não publicou um endereço de email");
    expect(markup).not.toMatch(/mailto:|escreva para/i);
  }
});
