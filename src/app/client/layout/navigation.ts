/** The places that header and footer lead to (specification, section 2). */

export const mainLinks = [
  { href: "/", label: "Home" },
  { href: "/prompts", label: "Prompts" },
  { href: "/submit", label: "Enviar Prompt" },
] as const;

export const signedInLinks = [
  { href: "/profile", label: "Seu Perfil" },
  { href: "/settings", label: "Configurações" },
] as const;

/** Shown to the admin alone; the page behind it looks again. */
export const adminLink = { href: "/admin", label: "Administração" } as const;

/** Whether a link leads to where the reader is: its page, or one below it. */
export function isCurrent(href: string, path: string): boolean {
  return href === "/" ? path === "/" : path === href || path.startsWith(`${href}/`);
}
