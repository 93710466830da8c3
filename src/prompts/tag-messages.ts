/** Portuguese texts of the admin's work on tags. */
import { isolated } from "#language/isolated.ts";

export const tagMessages = {
  notFound: "Tag não encontrada",
  sameTag: "Escolha outra tag",
  exists: (name: string) => `Já existe a tag “${isolated(name)}”. Em vez de renomear, una as duas.`,
  targetMerged: (name: string) => `“${isolated(name)}” já leva a outra tag. Escolha de novo.`,
  stillMoving: "Ainda há prompts passando deste nome para a tag. Tente de novo em instantes.",
} as const;
