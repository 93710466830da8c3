/** The interface of page modules: data, head and component. Rendered on the server, hydrated in the browser. */

import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import type { OfferedIssuer } from "#accounts/client/identities/issuers.ts";
import { isolated } from "#language/isolated.ts";
import type { Fetcher } from "#platform/client/api.ts";
import type { PostedForm } from "#platform/client/posted-form.ts";

export interface PageLocation {
  /** Path without query, such as `/prompts/42`. */
  path: string;
  /** Named parts of the route's pattern. */
  params: Record<string, string>;
  search: URLSearchParams;
  /** On the server: the refused form that the page shows again. */
  posted?: PostedForm | undefined;
}

/** The site's public URL and settings shown on pages; the same on server and browser. */
export interface SiteSettings {
  /** Origin without a trailing slash. */
  origin: string;
  communityUrl?: string | undefined;
  socialUrl?: string | undefined;
  /** Contact addresses for questions and for personal data, shown on the legal pages. */
  contactEmail?: string | undefined;
  privacyEmail?: string | undefined;
  representative?: { name: string; address?: string | undefined } | undefined;
  /** New authors' prompts wait for a moderator. */
  reviewNewAccounts?: true | undefined;
  /** Issuers to sign in by (accounts/client/identities/issuers.ts); undefined without any. */
  issuers?: OfferedIssuer[] | undefined;
}

export const SITE_NAME = "Prompteca";

/** The document's title. */
export function fullTitle(title: string): string {
  return title === SITE_NAME ? title : `${isolated(title)} · ${SITE_NAME}`;
}

/** Contents of `<head>`; texts are escaped on output. */
export interface PageHead {
  /** Without the site's name, which is appended. */
  title: string;
  description: string;
  /** Canonical path and query; by default the route's pattern. */
  canonical?: string;
  /** Previous and next page of a paginated list. */
  prev?: string | undefined;
  next?: string | undefined;
  /** Path of the link preview's JPEG; by default the site's own. */
  image?: { path: string; alt: string };
  type?: "website" | "article" | "profile";
  /** Atom feed of the page. */
  feed?: { path: string; title: string };
  /** Path of the same as JSON. */
  json?: string;
  /** Other sites can embed it (oEmbed). */
  embeddable?: boolean;
  /** schema.org objects for `<script type="application/ld+json">`, without `@context`. */
  jsonLd?: object[];
  /** Stays out of search engines; by default personal pages do. */
  noindex?: boolean;
  /** HTTP status of the rendered page; 200 by default. */
  status?: number;
}

export interface Page {
  Component: ComponentType<{ params: Record<string, string> }>;
  /** Query parameters that affect rendering; others are dropped. */
  query?: readonly string[];
  /** Personal page: never cached, nor found by search engines. */
  personal?: boolean;
  /**
   * Fills the query cache with what the first paint shows: on the server, and in the browser ahead of a visit. Failures stay
   * in the cache as failed queries.
   */
  load?(location: PageLocation, client: QueryClient, fetcher: Fetcher): Promise<void>;
  head(location: PageLocation, client: QueryClient, site: SiteSettings): PageHead;
}
