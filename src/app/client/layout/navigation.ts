/** The links of header, menu and footer. */
import { lazyPart } from "#ui/lazy-part.ts";

/** Loaded when a menu is opened. */
export const WaitingLinks = lazyPart(async () => (await import("./waiting-links.tsx")).WaitingLinks);

/** Loaded for members alone. */
export const NewsMark = lazyPart(async () => (await import("#collections/client/unseen-news.tsx")).NewsMark);

export const mainLinks = [
  { href: "/", label: "Home" },
  { href: "/prompts", label: "Prompts" },
  { href: "/colecoes", label: "Coleções" },
  { href: "/tags", label: "Tags" },
  { href: "/submit", label: "Enviar Prompt" },
] as const;

export const signedInLinks = [
  { href: "/profile", label: "Seu Perfil" },
  { href: "/settings", label: "Configurações" },
] as const;

/** Shown only to the admin; the page itself checks too. */
export const adminLink = { href: "/admin", label: "Administração" } as const;

/** Whether a link leads to the current page or one of its ancestors. */
export function isCurrent(href: string, path: string): boolean {
  return href === "/" ? path === "/" : path === href || path.startsWith(`${href}/`);
}
