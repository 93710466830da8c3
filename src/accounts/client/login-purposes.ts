/** What a login is for: apart from account-paths.ts, which every page has. */

/** Pages that need a login, the more particular ones first, and what one is there for, as in "Entre para …". */
const purposes: readonly [RegExp, string][] = [
  [/^\/submit\?(.*&)?de=\d+\b/, "adaptar um prompt"],
  [/^\/submit$/, "enviar seu prompt"],
  [/^\/importar$/, "importar prompts"],
  [/^\/profile\?(.*&)?tab=favoritos\b/, "ver seus favoritos"],
  [/^\/novidades$/, "ver suas novidades"],
  [/^\/avisos$/, "ver seus avisos"],
  [/^\/settings$/, "abrir suas configurações"],
  [/^\/profile\?(.*&)?tab=colecoes\b/, "ver suas coleções"],
  [/^\/profile\b/, "abrir seu perfil"],
  [/^\/prompts\/\d+\/edit$/, "editar seu prompt"],
  [/^\/admin\b/, "administrar o site"],
];

/** @param path from `safeNextPath` @returns undefined for pages that need no login */
export function purposeOf(path: string): string | undefined {
  return purposes.find(([pattern]) => pattern.test(path))?.[1];
}
