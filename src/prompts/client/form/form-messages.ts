/** Texts of a prompt's forms while they are filled in and sent. */
export const formMessages = {
  profanityFound: "Conteúdo impróprio detectado",
  imageNeeded: "Imagem necessária",
  formEmpty: "Não há nada para limpar",
  formBack: "Tudo de volta no formulário",
  loginToSubmit: "Você precisa estar logado para enviar prompts",
  submitFailed: "Ocorreu um erro ao enviar seu prompt. Tente novamente.",
  uploadCancelled: "Envio cancelado",
  uploadCancelledText: "Nada foi publicado. O que você escreveu continua aqui.",
  loginToEdit: "Faça login para editar prompts",
  saveFailed: "Ocorreu um erro ao salvar as alterações. Tente novamente.",
  saveCancelledText: "Nada mudou no prompt publicado. O que você escreveu continua aqui.",
  conflict: "Este prompt foi alterado em outra janela",
  saved: "Alterações salvas",
  gone: "Este prompt não existe mais",
  goneText: "Ele foi excluído enquanto você editava. O que você escreveu continua aqui.",
} as const;
