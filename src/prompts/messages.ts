/** Portuguese texts of the prompts room, for every page; texts of refused input are in input-messages.ts. */

export const messages = {
  notFound: "Prompt não encontrado",
  notYours: "Só quem publicou o prompt pode alterá-lo ou excluí-lo",
  userNotFound: "Usuário não encontrado",
  listFailed: "Erro ao carregar prompts",
  detailFailed: "Erro ao carregar detalhes do prompt",
  linkCopied: "Link copiado",
  promptCopied: "Prompt copiado",
  promptCopiedText: "Agora é só colar na sua ferramenta de IA.",
  copyFailed: "Não foi possível copiar",
  copyFailedText: "O navegador não permitiu. Selecione o texto e copie manualmente.",
  copyFromListFailedText: "O navegador não permitiu. Abra o prompt, selecione o texto e copie manualmente.",
  linkCopyFailedText: "O navegador não permitiu. Copie o endereço na barra do navegador.",
  error: "Erro",
  published: "Publicado",
  submitted: "Seu prompt foi enviado com sucesso",
  removedText: "Este prompt não existe mais.",
  deleted: "Prompt excluído",
  deleteFailed: "Erro ao excluir",
  deleteFailedText: "Não foi possível excluir o prompt. Tente novamente.",
} as const;
