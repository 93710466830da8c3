/** Texts of an export: portable file names, one Markdown file per prompt, and the read-me. */

import { nameInPortuguese } from "#exchange/fields.ts";
import { fenceFor } from "#exchange/server/formats/markdown.ts";
import { isolated } from "#language/isolated.ts";
import { slugOf } from "#language/slug.ts";
import { newPrompt, type RemixedFrom } from "#prompts/contract.ts";
import { FIELDS, FILE_FIELDS } from "#prompts/fields.ts";
import type { OwnPromptRow } from "#prompts/server/own-prompts.shared.queries.ts";
import { formatDateTime } from "#ui/dates.ts";

/** @returns for example `prompteca-ana-maria-2026-11-21.zip`, with the date in Brasília */
export function exportName(username: string): string {
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Sao_Paulo" }).format();
  return `prompteca-${slugOf(username, "pessoa")}-${day}.zip`;
}

/** Square brackets would end the picture's alternative text. */
const altText = (text: string) => text.replace(/[[\]\\]/g, "\\$&").replace(/\s+/g, " ");

const sourceName = ({ direct }: RemixedFrom) =>
  direct ? `${isolated(direct.title)}, de ${direct.user.username}` : "um prompt que está fora do site";

/** Fields that have no place of their own in that file; their defaults are not said. */
const OTHER_FIELDS = FILE_FIELDS.filter(
  (field) => !["title", "content", "description", "llm_type_id", "tags"].includes(field),
);

/**
 * A prompt as Markdown with YAML front matter.
 * @param url the prompt's page
 * @param picture path of its picture in the ZIP
 */
export function promptMarkdown(prompt: OwnPromptRow, url: string, picture: string): string {
  const { title, content, description, image_alt: alt, remixed_from } = prompt;
  const fence = fenceFor(content);
  // JSON strings are valid YAML: no title can break out of the front matter.
  const head = [
    `id: ${prompt.id}`,
    `titulo: ${JSON.stringify(title)}`,
    `ferramenta: ${JSON.stringify(prompt.tool)}`,
    `publicado_em: ${prompt.created_at.toISOString()}`,
    ...(prompt.tags.length > 0 ? [`tags: ${JSON.stringify(prompt.tags)}`] : []),
    ...OTHER_FIELDS.filter(
      (field) => prompt[field] !== null && prompt[field] !== newPrompt.shape[field].safeParse(undefined).data,
    ).map((field) => `${nameInPortuguese(FIELDS[field].file)}: ${JSON.stringify(prompt[field])}`),
    ...(remixed_from ? [`a_partir_de: ${JSON.stringify(sourceName(remixed_from))}`] : []),
    ...(remixed_from?.note ? [`o_que_muda: ${JSON.stringify(remixed_from.note)}`] : []),
    ...(prompt.edited_at ? [`alterado_em: ${prompt.edited_at.toISOString()}`] : []),
    `curtidas: ${prompt.likes_count}`,
    `visualizacoes: ${prompt.views}`,
    `endereco: ${url}`,
    `imagem: ../${picture}`,
  ];
  return [
    `---\n${head.join("\n")}\n---`,
    `# ${title.replace(/\s+/g, " ")}`,
    ...(description ? [description] : []),
    `![${altText(alt ?? title)}](../${picture})`,
    `${fence}text\n${content}\n${fence}\n`,
  ].join("\n\n");
}

/** How many of each an export has. */
export interface Counts {
  prompts: number;
  versions: number;
  likes: number;
  favorites: number;
  results: number;
  collections: number;
  decisions: number;
  reports: number;
}

interface Summary extends Counts {
  username: string;
  site: string;
  createdAt: Date;
  /** Paths of pictures left out because their files no longer exist. */
  missing: readonly string[];
}

/** Describes the contents of the ZIP. */
export function readMe(summary: Summary): string {
  const {
    username,
    site,
    createdAt,
    prompts,
    versions,
    likes,
    favorites,
    results,
    collections,
    decisions,
    reports,
    missing,
  } = summary;
  const lines = [
    `Seus dados na Prompteca (${site})`,
    "",
    `Conta: ${username}`,
    `Cópia feita em ${formatDateTime(createdAt)}, horário de Brasília.`,
    "",
    "O que há neste arquivo:",
    "",
    "conta.json      seu perfil, as datas da sua conta, suas sessões abertas, a última entrada de cada navegador",
    "                que o site reconhece, as contas de outros serviços com que você entra,",
    "                suas chaves de API (nome, começo, permissões e datas; nunca a chave),",
    "                o e-mail semanal, se você o pediu, e as importações dos últimos dias",
    `prompts.json    tudo o que você publicou (${prompts})`,
    `versoes.json    o que os seus prompts eram antes de mudar, com o que você disse que mudou (${versions})`,
    `curtidas.json   os prompts que você curtiu (${likes})`,
    `favoritos.json  os prompts que você favoritou (${favorites})`,
    `resultados.json para quais prompts e modelos você disse se funcionou, com as suas observações (${results})`,
    "seguindo.json   as pessoas, as coleções e as tags que você segue",
    `colecoes.json   as suas coleções, públicas e privadas, com as anotações (${collections})`,
    "decisoes.json   as decisões da moderação sobre o que você publicou e sobre a sua conta, com os motivos",
    `                e as suas contestações (${decisions})`,
    `denuncias.json  as denúncias que você fez com a sua conta, com as suas contestações (${reports})`,
    "prompts/        cada prompt seu em um arquivo de texto, no formato Markdown",
    "imagens/        as imagens dos seus prompts, no maior tamanho que o site guarda",
    "",
    "Os arquivos .json servem para levar seus dados a outro programa; as datas neles estão",
    "no formato ISO 8601, horário universal (UTC).",
    "",
    "Sua senha não está aqui: o site não a guarda, só um código que não permite recuperá-la.",
    "Os registros de acesso que a lei manda guardar por 6 meses também não: a política de",
    "privacidade diz quais são e como pedi-los.",
  ];
  if (missing.length > 0) {
    lines.push(
      "",
      "Imagens que não puderam ser incluídas, porque o arquivo não foi encontrado no site:",
      "",
      ...missing.map((path) => `- ${path}`),
    );
  }
  return `${lines.join("\n")}\n`;
}
