/** Describes what is deleted with an account. */
import type { Footprint } from "#members/contract.ts";
import { countOf } from "#ui/numbers.ts";

/** @returns one line per kind of content, the account first */
export function whatGoes({ prompts, pictures, likes, favorites, sessions }: Footprint): string[] {
  const lines = ["seu perfil, com nome de usuário, email e senha"];
  if (prompts > 0) {
    lines.push(
      `${countOf(prompts, "prompt publicado", "prompts publicados")}, com ${countOf(pictures, "imagem", "imagens")}`,
    );
  }
  if (likes > 0) lines.push(countOf(likes, "curtida sua", "curtidas suas"));
  if (favorites > 0) lines.push(countOf(favorites, "favorito", "favoritos"));
  lines.push(countOf(sessions, "sessão aberta", "sessões abertas"));
  return lines;
}
