/** Portuguese texts of imports and exports; texts of refused input are in input-messages.ts. */

export const messages = {
  forExcel: "CSV para Excel",
  withCommas: "CSV com vírgulas",
  encodingGuessed: "O arquivo não está em UTF-8: lemos como Windows-1252. Confira os acentos na prévia.",
  unreadable: "O navegador não conseguiu ler o arquivo.",
  exportFailed: "Erro ao baixar o arquivo",
  exportFailedText: "Ocorreu um erro ao preparar o arquivo.",
  failed: "Erro ao importar",
  undone: "Importação desfeita",
  undoFailed: "Erro ao desfazer",
  own: "Você já publicou este prompt",
  repeated: "Repetido no arquivo",
} as const;
