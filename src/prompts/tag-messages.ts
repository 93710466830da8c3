/** Portuguese texts of the admin's work on tags. */

export const tagMessages = {
  notFound: "Tag não encontrada",
  sameTag: "Escolha outra tag",
  exists: (name: string) => `Já existe a tag “${name}”. Em vez de renomear, una as duas.`,
  targetMerged: (name: string) => `“${name}” já leva a outra tag. Escolha de novo.`,
  stillMoving: "Ainda há prompts passando deste nome para a tag. Tente de novo em instantes.",
} as const;
