/** The prompts room's Portuguese texts: validation messages and answers that server and browser share. */

export const messages = {
  titleTooShort: "Título deve ter pelo menos 3 caracteres",
  titleTooLong: "Título deve ter no máximo 120 caracteres",
  contentTooShort: "Prompt deve ter pelo menos 10 caracteres",
  contentTooLong: "Prompt deve ter no máximo 20.000 caracteres",
  descriptionTooLong: "Descrição deve ter no máximo 1.000 caracteres",
  altTooLong: "Texto alternativo deve ter no máximo 300 caracteres",
  toolRequired: "Selecione o tipo de LLM",
  imageRequired: "Por favor, faça upload de uma imagem para o seu prompt",
  titleProfane: "O título contém linguagem imprópria",
  contentProfane: "O prompt contém linguagem imprópria",
  descriptionProfane: "A descrição contém linguagem imprópria",
  notFound: "Prompt não encontrado",
  favoritesPrivate: "Os favoritos são visíveis apenas para a própria pessoa",
  userNotFound: "Usuário não encontrado",
  searchTooLong: "A busca deve ter no máximo 200 caracteres",
} as const;
