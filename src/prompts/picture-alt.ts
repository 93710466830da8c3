/** Alternative text of a prompt's picture. */
import { isolated } from "#language/isolated.ts";

/** @returns the author's description, else that it is the result of the prompt of this title */
export const pictureAlt = ({ alt }: { alt: string | null }, title: string): string =>
  alt ?? `Imagem do prompt “${isolated(title)}”`;
