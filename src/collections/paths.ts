/** Addresses of collections. */

/** The list of public collections. */
export const COLLECTION_LIST = "/colecoes";
/** Beginning of the address of a collection's page; id and title follow. */
export const COLLECTIONS = "/colecoes/";

/** The id that the last part of a page's address begins with, `12-receitas`; 0, which none has, for malformed ones. */
export function collectionIdOf(name: string): number {
  const [, id] = /^([1-9]\d{0,14})(?:-|$)/.exec(name) ?? [];
  return Number(id ?? 0);
}

/** Path of a collection's data. */
export const collectionApi = (id: number | string) => `/api/collections/${id}`;

/** The same as pages ask for it: with the texts that fit into one. */
export const collectionPageApi = (id: number | string) => `${collectionApi(id)}?texts=limited`;

/** The list of public collections, as data. */
export const PUBLIC_COLLECTIONS = "/api/collections/public";

/** Path of an entry's. */
export const itemApi = (id: number | string, promptId: number | string) =>
  `${collectionApi(id)}/items/${promptId}`;

export const FOLLOWS = "/api/follows";
export const NEWS = "/api/news";
export const followApi = (of: "users" | "collections" | "tags", id: string | number) =>
  `${FOLLOWS}/${of}/${id}`;

/** The page of news. */
export const NEWS_PAGE = "/novidades";
/** The setting of the weekly mail, also by the link in a mail. */
export const NEWS_MAIL = "/api/news/mail";
export const NEWS_MAIL_BY_TOKEN = `${NEWS_MAIL}/by-token`;
/** The page that ends those mails. */
export const UNSUBSCRIBE = "/cancelar-novidades";
export const unsubscribePath = (token: string) => `${UNSUBSCRIBE}?token=${token}`;

/** Where one's own collections are. */
export const OWN_COLLECTIONS = "/profile?tab=colecoes";
