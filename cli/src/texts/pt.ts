/** The command line's texts in Portuguese. */
import type { FileName } from "../../../src/prompts/fields.ts";
import { RESULTS_FROM } from "../limits.ts";

const many = (count: number, one: string, more: string) =>
  `${count.toLocaleString("pt-BR")} ${count === 1 ? one : more}`;

export const pt = {
  lang: "pt" as "pt" | "en",

  // Help
  usage: "Uso",
  usageLine: "prompteca <comando> [opções]",
  intro: "Busque, preencha, copie e publique prompts de IA da Prompteca. Ler não pede conta nem chave.",
  commandsTitle: "Comandos",
  optionsTitle: "Opções",
  commonTitle: "Em todos os comandos",
  examplesTitle: "Exemplos",
  environmentTitle: "Ambiente",
  exitTitle: "Códigos de saída",
  moreHelp: "Ajuda de um comando: prompteca <comando> --ajuda",
  environment: [
    [
      "PROMPTECA_KEY",
      "a chave de API (pk_…), no lugar da que você guardou com “entrar”; só vai para o site padrão",
    ],
    ["PROMPTECA_URL", "o site padrão, e o da chave em PROMPTECA_KEY"],
    ["NO_COLOR", "sem cores"],
  ],
  exitCodes: [
    ["0", "deu certo"],
    ["1", "o site recusou, ou algo falhou aqui"],
    ["2", "o comando está escrito errado"],
    ["3", "o que você pediu não existe"],
    ["4", "a chave falta, não vale ou não permite isso"],
    ["5", "o site não respondeu"],
    ["6", "chamadas demais em pouco tempo"],
  ],
  commands: {
    search: ["[palavras…]", "busca prompts; sem palavras, lista"],
    show: ["<id ou link>", "mostra um prompt"],
    fill: ["<id ou link>", "preenche os campos e escreve o texto na saída"],
    copy: ["<id ou link>", "preenche os campos e copia o texto"],
    publish: ["<arquivo…>", "publica um prompt de um arquivo Markdown, ou vários, de JSON, CSV, YAML, zip…"],
    favorites: ["", "lista os seus favoritos"],
    login: ["", "guarda a chave, lida sem aparecer na tela"],
    logout: ["", "apaga a chave guardada"],
  } as Record<string, [string, string]>,
  options: {
    tool: ["<nome>", "só de uma ferramenta: ChatGPT, Midjourney…"],
    tag: ["<tag>", "só com esta tag"],
    order: ["<ordem>", "relevancia, curtidos, novos, vistos ou funciona"],
    works: ["", "só os que alguém, nos últimos 90 dias, confirmou que funcionam"],
    page: ["<número>", "a página da lista"],
    after: ["<next>", "continua de onde a página anterior parou: o next do seu JSON"],
    limit: ["<número>", "prompts por página, até 100 (20 se você não disser)"],
    json: ["", "a resposta da API em JSON, para outros programas"],
    version: ["<número>", "uma versão anterior do prompt"],
    var: ["<nome=valor>", "o valor de um campo; repita para cada um"],
    yes: ["", "publica sem perguntar"],
    image: ["<arquivo>", "a imagem, no lugar da que o arquivo diz"],
    url: ["<endereço>", "o site, no lugar do padrão"],
    timeout: ["<segundos>", "quanto esperar pelo site (30 se você não disser)"],
    lang: ["<pt|en>", "o idioma (por padrão, o do sistema)"],
    help: ["", "esta ajuda"],
  } as Record<string, [string, string]>,
  examples: [
    "prompteca buscar logo minimalista --ferramenta Midjourney --ordem novos",
    'prompteca preencher 12 --var "tema=energia solar" | pbcopy',
    "prompteca copiar 12",
    "prompteca publicar meu-prompt.md",
  ],

  // Lists
  columns: {
    id: "ID",
    title: "Título",
    tool: "Ferramenta",
    likes: "Curtidas",
    worked: "Funcionou",
    author: "Autoria",
  },
  noPrompts: "Nenhum prompt encontrado.",
  noFavorites: "Você ainda não tem favoritos.",
  corrected: (search: string) => `Mostrando resultados para “${search}”.`,
  similar: (searches: string[]) => `Você quis dizer ${searches.map((search) => `“${search}”`).join(" ou ")}?`,
  pageOf: (page: number, pages: number, total: number, more: boolean) =>
    `Página ${page} de ${pages} · ${more ? "mais de " : ""}${many(total, "prompt", "prompts")}`,
  nextPage: (page: number) => `Próxima: --pagina ${page}`,

  // A prompt
  by: (author: string) => `por ${author}`,
  likes: (count: number) => many(count, "curtida", "curtidas"),
  views: (count: number) => many(count, "visualização", "visualizações"),
  worked: (worked: number, answered: number) =>
    answered < RESULTS_FROM
      ? many(answered, "pessoa respondeu", "pessoas responderam")
      : `funcionou para ${worked} de ${answered}`,
  versionOf: (number: number, newest: number) => `versão ${number} de ${newest}`,
  variables: "Campos",
  fillWith: (id: number) => `Preencha e copie: prompteca copiar ${id}`,

  // Filling in
  askVariables: "Enter deixa o campo como está.",
  left: (names: string[]) =>
    names.length === 1
      ? `Um campo ficou sem preencher: “${names.join("")}”.`
      : `${names.length} campos ficaram sem preencher: ${names.map((name) => `“${name}”`).join(", ")}.`,
  varInvalid: (given: string) => `“${given}” não tem a forma nome=valor.`,
  varUnknown: (name: string, names: string[]) =>
    names.length === 0
      ? `Este prompt não tem campos; “${name}” não entra em lugar nenhum.`
      : `Este prompt não tem o campo “${name}”. Os dele: ${names.map((one) => `“${one}”`).join(", ")}.`,
  copied: "Copiado.",
  copiedByTerminal: "Enviado à área de transferência do terminal.",
  notCopied:
    "Não encontrei como copiar: nem programa (pbcopy, wl-copy, xclip, xsel, clip.exe), nem terminal que copie. Use “preencher”, que escreve o texto na saída.",

  // Publishing
  fileUnreadable: (path: string) => `Não deu para ler o arquivo ${path}.`,
  fileNoPicture: (path: string) => `${path} não é uma imagem em JPEG, PNG, WebP, GIF ou AVIF.`,
  imageElsewhere: (image: string) =>
    `“${image}” não está na pasta do arquivo, e só de lá uma imagem é publicada. Copie-a para perto do arquivo, ou diga qual é com --imagem.`,
  fileNoText: (path: string) => `${path} não é um texto em UTF-8.`,
  fileTooLarge: (path: string, limit: string) => `${path} é grande demais: o limite é ${limit}.`,
  headMissing: "O arquivo precisa começar com os dados do prompt entre duas linhas ---.",
  headUnreadable: "Os dados entre as linhas --- não são YAML que dê para ler: cada linha é “nome: valor”.",
  toolMissing: "Falta “tool” nos dados do prompt: diga a ferramenta ali, ou com --ferramenta.",
  imageForOne: "--imagem é de um prompt só, em um arquivo Markdown.",
  leftOut: (name: string) => `“${name}” fica de fora.`,
  willPublishMany: (url: string, count: number, total: number) =>
    `Em ${url}, à vista de todos, ${count === 1 ? "será publicado 1 prompt" : `serão publicados ${count} prompts`}, de ${total} no que você deu, ${count === 1 ? "" : "cada um "}com uma ilustração de azulejo:`,
  placeInFile: (file: string | null, line: number) => (file ? `${file}, linha ${line}` : `linha ${line}`),
  refusedMany: (count: number) =>
    count === 1 ? "1 não pode ser publicado:" : `${count} não podem ser publicados:`,
  ownAlready: "você já publicou este prompt",
  repeatedInFile: "repetido no arquivo",
  othersMany: (count: number) =>
    `${count === 1 ? "1 é de outra pessoa e fica" : `${count} são de outras pessoas e ficam`} de fora. Se a licença permite publicar, marque em /importar, no site.`,
  alikeMany: (count: number) =>
    `${count === 1 ? "1 é quase igual a um prompt que já está no site e fica" : `${count} são quase iguais a prompts que já estão no site e ficam`} de fora. Veja em /importar, no site.`,
  dayLimit: (allowed: number) => `Cabem mais ${allowed} em 24 horas; os outros ficam para depois.`,
  nothingToPublish: "Não sobrou nada para publicar.",
  askPublishMany: (count: number) =>
    count === 1 ? "Publicar 1 prompt? [s/N] " : `Publicar ${count} prompts? [s/N] `,
  publishedMany: (count: number) => (count === 1 ? "Publicado 1 prompt:" : `Publicados ${count} prompts:`),
  fieldMissing: (field: string) => `Falta “${field}” nos dados do prompt.`,
  fieldNoText: (field: string) => `“${field}” precisa ser um texto.`,
  tagsInvalid: "“tags” precisa ser uma lista de textos.",
  remixesInvalid: "“allow_remixes” precisa ser true ou false.",
  fieldUnknown: (field: string) => `“${field}” não é um dado do prompt e fica de fora.`,
  toolUnknown: (tool: string, tools: string[]) =>
    `Não existe a ferramenta “${tool}”. As que existem: ${tools.join(", ")}.`,
  cover: "uma ilustração de azulejo, porque o arquivo não indica uma imagem",
  willPublish: (url: string) => `Será publicado em ${url}, à vista de todos:`,
  fields: {
    title: "Título",
    tool: "Ferramenta",
    tags: "Tags",
    description: "Descrição",
    image: "Imagem",
    image_alt: "Texto alternativo",
    allow_remixes: "Adaptações",
    content: "Texto",
  } satisfies Record<FileName | "image" | "image_alt", string>,
  remixesAllowed: "permitidas",
  remixesForbidden: "não permitidas",
  characters: (count: number) => many(count, "caractere", "caracteres"),
  askPublish: "Publicar? [s/N] ",
  isYes: (answer: string) => /^s(im)?$/i.test(answer.trim()),
  notPublished: "Nada foi publicado.",
  cannotAsk: "Aqui não dá para perguntar: para publicar, use --sim.",
  published: "Publicado:",
  inReview: "Ele aparece para todos depois da análise da moderação.",

  // Keys
  askKey: (url: string) => `Chave de API de ${url} (não aparece na tela): `,
  keyMissing: (url: string) =>
    `Isto pede uma chave de API de ${url}. Crie uma nas configurações da sua conta e guarde-a com “prompteca entrar”, ou ponha-a em PROMPTECA_KEY.`,
  keyElsewhere: (usual: string, url: string) =>
    `A chave em PROMPTECA_KEY é de ${usual} e não vai para ${url}. Se ela é de lá, diga isso com PROMPTECA_URL=${url}, no lugar de --endereco; ou guarde-a com “prompteca entrar --endereco ${url}”.`,
  keyInvalid: "Isto não é uma chave de API: ela começa com pk_ e tem 39 caracteres.",
  keySaved: (path: string) => `Chave guardada em ${path}, que só você pode ler.`,
  keyForgotten: (url: string) =>
    `A chave de ${url} foi apagada deste computador. Para que ninguém mais a use, revogue-a no site.`,
  noKeySaved: (url: string) => `Não há chave guardada para ${url}.`,
  keyInArguments:
    "Uma chave não vai na linha de comando, onde outros programas a leem. Use “prompteca entrar” ou PROMPTECA_KEY. Esta pode ter sido vista: revogue-a no site.",
  keyNeedsHttps: (url: string) => `Uma chave só vai por https, e ${url} não é.`,
  settingsOpen: (path: string) =>
    `Outras pessoas podem ler ${path}, onde está a sua chave. Feche-o: chmod 600 ${path}`,
  settingsUnreadable: (path: string) => `Não deu para ler ${path}. Apague-o e entre de novo.`,

  // The command line
  unknownCommand: (name: string) => `Não existe o comando “${name}”. Veja: prompteca --ajuda`,
  unknownOption: (name: string) => `Não existe a opção ${name} aqui.`,
  optionValue: (name: string) =>
    `A opção ${name} não aceita esse valor, ou está sem o valor de que precisa. Veja: prompteca --ajuda`,
  numberInvalid: (option: string, max: number) => `${option} precisa ser um número inteiro de 1 a ${max}.`,
  orderInvalid: (orders: string[]) => `A ordem pode ser: ${orders.join(", ")}.`,
  langInvalid: "O idioma pode ser pt ou en.",
  urlInvalid: (url: string) => `“${url}” não é um endereço de site: comece com https://`,
  promptMissing: "Diga qual prompt: o número dele ou o link.",
  promptInvalid: (given: string) => `“${given}” não é o número nem o link de um prompt.`,
  tooManyArguments: (extra: string) =>
    `“${extra}” é um argumento a mais. Escreva entre aspas o que tem espaços.`,
  fileMissing: "Diga qual arquivo publicar.",
  orders: { relevance: "relevancia", top: "curtidos", newest: "novos", views: "vistos", works: "funciona" },

  // What the site says
  unreachable: (url: string) => `Não deu para falar com ${url}. Confira o endereço e a sua conexão.`,
  slow: (url: string, seconds: number) =>
    `${url} não respondeu em ${seconds} s. Tente de novo daqui a pouco.`,
  unexpected: (url: string, status: number) =>
    `${url} não respondeu como a Prompteca${status ? ` (HTTP ${status})` : ""}. Confira o endereço.`,
  maybePublished: "Não se sabe se foi publicado. Repita o mesmo comando: ele não publica duas vezes.",
  tryAgainIn: (seconds: number) =>
    seconds < 120 ? `Tente de novo em ${seconds} s.` : `Tente de novo em ${Math.ceil(seconds / 60)} min.`,
  /** Texts that replace the API's own, by its error code; for other codes the API's text is shown. */
  codes: {} as Record<string, string>,
  statuses: {} as Record<number, string>,
  field: (field: string, message: string) => `${field}: ${message}`,
  requestId: (id: string) => `(pedido ${id})`,
  bug: "Algo deu errado aqui, e não com você:",
};

export type Texts = typeof pt;
