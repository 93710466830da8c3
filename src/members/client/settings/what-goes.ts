/** Describes what is deleted with an account. */
import type { Footprint } from "#members/contract.ts";
import { formatCount } from "#ui/numbers.ts";

const counted = (count: number, one: string, many: string) =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** @returns one line per kind of content, the account first */
export function whatGoes({ prompts, pictures, likes, favorites, sessions }: Footprint): string[] {
  const lines = ["seu perfil, com nome de usuário, email e senha"];
  if (prompts > 0) {
    lines.push(
      `${counted(prompts, "prompt publicado", "prompts publicados")}, com ${counted(pictures, "imagem", "imagens")}`,
    );
  }
  if (likes > 0) lines.push(counted(likes, "curtida sua", "curtidas suas"));
  if (favorites > 0) lines.push(counted(favorites, "favorito", "favoritos"));
  lines.push(counted(sessions, "sessão aberta", "sessões abertas"));
  return lines;
}
