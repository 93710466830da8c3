/** Portuguese texts of deleting one's own prompts: apart from messages.ts, which every page has. */

export const deletionMessages = {
  deleted: "Prompt excluído",
  restored: "Prompt de volta ao site",
  restoreFailed: "Não foi possível desfazer",
  restoreTooLate: "O prazo para desfazer terminou.",
  deleteFailed: "Erro ao excluir",
  deleteFailedText: "Não foi possível excluir o prompt. Tente novamente.",
} as const;
