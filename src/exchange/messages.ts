/** Portuguese texts of imports and exports; texts of refused input are in input-messages.ts. */

export const messages = {
  toImport: "importar prompts",
  exportFailed: "Erro ao baixar o arquivo",
  exportFailedText: "Ocorreu um erro ao preparar o arquivo.",
  failed: "Erro ao importar",
  previewFailed: "Erro ao ler o arquivo",
  undone: "Importação desfeita",
  undoFailed: "Erro ao desfazer",
  own: "Você já publicou este prompt",
  repeated: "Repetido no arquivo",
} as const;
