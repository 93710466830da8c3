/** The addresses on the legal pages are those of the configuration, and no address is promised where there is none. */
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Router } from "wouter";
import type { Page, SiteSettings } from "#app/page.ts";
import { page as accessibility } from "#app/pages/accessibility.page.tsx";
import { page as privacy } from "#app/pages/privacy-policy.page.tsx";
import { page as terms } from "#app/pages/terms-of-use.page.tsx";
import { SiteContext } from "#app/site.tsx";

function render({ Component }: Page, settings: Omit<SiteSettings, "origin">): string {
  return renderToStaticMarkup(
    <Router ssrPath="/">
      <SiteContext value={{ origin: "https://prompteca.example", ...settings }}>
        <Component params={{}} />
      </SiteContext>
    </Router>,
  );
}
const addresses = (markup: string) =>
  new Set([...markup.matchAll(/mailto:([^"]+)"/g)].map(([, address]) => address));

test("questions go to one address, requests about data to the other", () => {
  const both = { contactEmail: "oi@example.com", privacyEmail: "dados@example.com" };
  expect(addresses(render(terms, both))).toEqual(new Set(["oi@example.com"]));
  expect(addresses(render(accessibility, both))).toEqual(new Set(["oi@example.com"]));
  expect(addresses(render(privacy, both))).toEqual(new Set(["dados@example.com"]));
});

test("who answers for the site is named on the terms of use, with the postal address if there is one", () => {
  const named = { name: "Maria da Silva", address: "Rua das Flores, 10, Recife" };
  const text = (representative: typeof named | { name: string } | undefined) =>
    render(terms, { contactEmail: "oi@example.com", representative });
  expect(text(named)).toContain("perante a lei: Maria da Silva, Rua das Flores, 10, Recife.");
  expect(text({ name: "Maria da Silva" })).toContain("perante a lei: Maria da Silva.");
  expect(text(undefined)).not.toContain("perante a lei");
});

test("a single address serves both", () => {
  for (const page of [terms, privacy]) {
    expect(addresses(render(page, { contactEmail: "oi@example.com" }))).toEqual(new Set(["oi@example.com"]));
    expect(addresses(render(page, { privacyEmail: "dados@example.com" }))).toEqual(
      new Set(["dados@example.com"]),
    );
  }
});

test("without an address the pages say so instead of asking to write", () => {
  for (const page of [terms, privacy, accessibility]) {
    const markup = render(page, {});
    expect(markup).toContain("ainda não publicou um endereço de e-mail");
    expect(markup).not.toMatch(/mailto:|escreva para/i);
  }
});
