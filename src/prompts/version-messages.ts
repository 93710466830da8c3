/** Portuguese texts of versions: apart from messages.ts, because the first pages have none. */

export const versionMessages = {
  versionNotFound: "Esta versão não existe ou foi excluída",
  versionMissing: "Versão não encontrada",
  versionsFailed: "Erro ao carregar as versões",
  versionChangeFailed: "Não foi possível mudar as versões. Tente novamente.",
  versionCurrent: "A versão atual não pode ser excluída. Restaure outra antes, ou exclua o prompt.",
  restoredNote: (number: number) => `Versão ${number} restaurada`,
} as const;
