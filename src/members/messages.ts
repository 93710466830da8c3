/** The members room's Portuguese texts that the server answers or both sides say. */
export const messages = {
  passwordRequired: "Informe sua senha para excluir a conta.",
  passwordWrong: "A senha está incorreta.",
  adminStays: "A conta da administração não pode ser excluída.",
} as const;
