/** What a page module is: the data it needs, its head, its component. Rendered on the server, hydrated in the browser. */
import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import type { Fetcher } from "#platform/client/api.ts";

export interface PageLocation {
  /** Path without query, such as `/prompts/42`. */
  path: string;
  /** Named parts of the route's pattern. */
  params: Record<string, string>;
  search: URLSearchParams;
}

/** Where the site lives and what its configuration shows on pages; the same on server and browser. */
export interface SiteSettings {
  /** Origin without a trailing slash. */
  origin: string;
  communityUrl?: string | undefined;
  socialUrl?: string | undefined;
  /** Addresses for readers' questions and for requests about personal data; the legal pages show them. */
  contactEmail?: string | undefined;
  privacyEmail?: string | undefined;
}

export const SITE_NAME = "Prompteca";

/** The title as tabs and results show it. */
export function fullTitle(title: string): string {
  return title === SITE_NAME ? title : `${title} · ${SITE_NAME}`;
}

/** What goes into `<head>`; texts are escaped where they are written. */
export interface PageHead {
  /** Without the site's name, which is added. */
  title: string;
  description: string;
  /** Path and query that search engines should keep for this page. */
  canonical: string;
  /** The pages before and after this one, where it is one of several. */
  prev?: string | undefined;
  next?: string | undefined;
  /** The link preview's picture, a JPEG of the size of every preview; the site's own unless there is one. */
  image?: { path: string; alt: string };
  type?: "website" | "article" | "profile";
  /** The Atom feed of what the page shows. */
  feed?: { path: string; title: string };
  /** schema.org objects for `<script type="application/ld+json">`. */
  jsonLd?: object[];
  /** Personal and empty pages stay out of search engines. */
  noindex?: boolean;
  /** HTTP status of the rendered page; 200 unless said otherwise. */
  status?: number;
}

export interface Page {
  Component: ComponentType<{ params: Record<string, string> }>;
  /** The query parameters that change what the server renders; all others are dropped before rendering. */
  query?: readonly string[];
  /** Meant for one person: never kept by any cache. */
  personal?: boolean;
  /**
   * Fills the query cache with what the first paint shows: on the server, and in the browser ahead of a visit. Failures stay
   * in the cache as failed queries.
   */
  load?(location: PageLocation, client: QueryClient, fetcher: Fetcher): Promise<void>;
  head(location: PageLocation, client: QueryClient, site: SiteSettings): PageHead;
}
