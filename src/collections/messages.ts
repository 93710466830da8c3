/** Portuguese texts of the collections room; texts of refused input are in input-messages.ts. */

export const messages = {
  notFound: "Coleção não encontrada",
  notYours: "Só quem criou a coleção pode alterá-la ou excluí-la",
  listFailed: "Erro ao carregar coleções",
  detailFailed: "Erro ao carregar a coleção",
  failed: "Erro",
  failedText: "Ocorreu um erro ao processar sua ação",
  toSave: "salvar um prompt em uma coleção",
  copied: "Textos copiados",
  copyFailed: "Não foi possível copiar",
  copyFailedText: "O navegador não permitiu. Abra cada prompt e copie manualmente.",
  deleted: "Coleção excluída",
  undo: "Desfazer",
} as const;

/** What a login brings about that a press interrupted: "… assim que você entrar". */
export const savePromise = (title: string) => `Você escolhe onde salvar “${title}”`;
