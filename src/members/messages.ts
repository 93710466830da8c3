/** Portuguese texts of the members room, used by server and browser. */
export const messages = {
  passwordRequired: "Informe sua senha para excluir a conta.",
  passwordWrong: "A senha está incorreta.",
  leave: "Excluir minha conta",
  leaveQuestion: "Excluir sua conta?",
  left: "Conta excluída",
  leftText: "Seus dados foram apagados.",
  adminStays: "A conta da administração não pode ser excluída.",
} as const;
