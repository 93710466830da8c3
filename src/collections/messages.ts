/** Portuguese texts of the collections room; texts of refused input are in input-messages.ts. */
import { isolated } from "#language/isolated.ts";

export const messages = {
  notFound: "Coleção não encontrada",
  notYours: "Só quem criou a coleção pode alterá-la ou excluí-la",
  listFailed: "Erro ao carregar coleções",
  detailFailed: "Erro ao carregar a coleção",
  failed: "Erro",
  failedText: "Ocorreu um erro ao processar sua ação",
  toSave: "salvar um prompt em uma coleção",
  toSeePrivate: "ver uma coleção sua",
  copied: "Textos copiados",
  copyFailed: "Não foi possível copiar",
  copyFailedText: "O navegador não permitiu. Abra cada prompt e copie manualmente.",
  tooLong: "São textos demais para copiar de uma vez",
  tooLongText: "Use “Baixar a coleção”, ou copie cada texto na página do prompt.",
  deleted: "Coleção excluída",
  undo: "Desfazer",
  following: "O que houver de novo aparece em Novidades, no menu da sua conta.",
  mailAskedFor: "O primeiro e-mail chega em uma semana, se houver novidades.",
  mailEnded: "Você não recebe mais as novidades por e-mail",
  unknownToken: "Este link não é de um e-mail nosso, ou está incompleto",
} as const;

/** The promise of the login dialog that a press on "Salvar" opens: "… depois do login". */
export const savePromise = (title: string) => `Você escolhe onde salvar “${isolated(title)}”`;
export const followPromise = (name: string) => `Você passa a seguir ${isolated(name)}`;
