/** What the command line says in Portuguese. */

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
      "a chave de API (pk_…), no lugar da que você guardou com “entrar”; só vai para o site de sempre",
    ],
    ["PROMPTECA_URL", "o site de sempre, e o da chave em PROMPTECA_KEY"],
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
    fill: ["<id ou link>", "preenche as variáveis e escreve o texto na saída"],
    copy: ["<id ou link>", "preenche as variáveis e copia o texto"],
    publish: ["<arquivo.md>", "publica um prompt de um arquivo Markdown"],
    favorites: ["", "lista os seus favoritos"],
    login: ["", "guarda a chave, lida sem aparecer na tela"],
    logout: ["", "apaga a chave guardada"],
  } as Record<string, [string, string]>,
  options: {
    tool: ["<nome>", "só de uma ferramenta: ChatGPT, Midjourney…"],
    tag: ["<tag>", "só com esta tag"],
    order: ["<ordem>", "relevancia, curtidos, novos, vistos ou funciona"],
    works: ["", "só os que alguém confirmou nos últimos 90 dias"],
    page: ["<número>", "a página da lista"],
    limit: ["<número>", "prompts por página, até 100 (20 se você não disser)"],
    json: ["", "a resposta da API em JSON, para outros programas"],
    version: ["<número>", "uma versão anterior do prompt"],
    var: ["<nome=valor>", "o valor de uma variável; repita para cada uma"],
    yes: ["", "publica sem perguntar"],
    image: ["<arquivo>", "a imagem, no lugar da que o arquivo diz"],
    url: ["<endereço>", "o site, se não for o de sempre"],
    timeout: ["<segundos>", "quanto esperar pelo site (30 se você não disser)"],
    lang: ["<pt|en>", "o idioma, no lugar do que LANG diz"],
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
  worked: (worked: number, answered: number) => `funcionou para ${worked} de ${answered}`,
  versionOf: (number: number, newest: number) => `versão ${number} de ${newest}`,
  variables: "Variáveis",
  fillWith: (id: number) => `Preencha e copie: prompteca copiar ${id}`,

  // Filling in
  askVariables: "Enter deixa a variável como está.",
  left: (names: string[]) =>
    names.length === 1
      ? `Uma variável ficou sem preencher: ${names.join("")}.`
      : `${names.length} variáveis ficaram sem preencher: ${names.join(", ")}.`,
  varInvalid: (given: string) => `“${given}” não tem a forma nome=valor.`,
  varUnknown: (name: string, names: string[]) =>
    names.length === 0
      ? `Este prompt não tem variáveis; “${name}” não entra em lugar nenhum.`
      : `Este prompt não tem a variável “${name}”. As dele: ${names.join(", ")}.`,
  copied: "Copiado.",
  copiedByTerminal: "Enviado à área de transferência do terminal.",
  notCopied:
    "Não encontrei como copiar: nem programa (pbcopy, wl-copy, xclip, xsel, clip.exe), nem terminal que copie. Use “preencher”, que escreve o texto na saída.",

  // Publishing
  fileUnreadable: (path: string) => `Não deu para ler o arquivo ${path}.`,
  fileNoPicture: (path: string) => `${path} não é uma imagem.`,
  fileNoText: (path: string) => `${path} não é um texto em UTF-8.`,
  fileTooLarge: (path: string, limit: string) => `${path} é grande demais: o limite é ${limit}.`,
  headMissing: "O arquivo precisa começar com os dados do prompt entre duas linhas ---.",
  headUnreadable: "Os dados entre as linhas --- não são YAML que dê para ler: cada linha é “nome: valor”.",
  severalPrompts: "O arquivo tem mais de um prompt. Para vários de uma vez, importe o arquivo no site.",
  fieldMissing: (field: string) => `Falta “${field}” nos dados do prompt.`,
  fieldNoText: (field: string) => `“${field}” precisa ser um texto.`,
  tagsInvalid: "“tags” precisa ser uma lista de textos.",
  remixesInvalid: "“allow_remixes” precisa ser true ou false.",
  fieldUnknown: (field: string) => `“${field}” não é um dado do prompt e fica de fora.`,
  toolUnknown: (tool: string, tools: string[]) =>
    `Não existe a ferramenta “${tool}”. As que existem: ${tools.join(", ")}.`,
  cover: "um azulejo do site, porque o arquivo não diz uma imagem",
  willPublish: (url: string) => `Será publicado em ${url}, à vista de todos:`,
  fields: {
    title: "Título",
    tool: "Ferramenta",
    tags: "Tags",
    description: "Descrição",
    image: "Imagem",
    image_alt: "Texto alternativo",
    allow_remixes: "Remixes",
    content: "Texto",
  },
  remixesAllowed: "permitidos",
  remixesForbidden: "não permitidos",
  characters: (count: number) => many(count, "caractere", "caracteres"),
  askPublish: "Publicar? [s/N] ",
  isYes: (answer: string) => /^s(im)?$/i.test(answer.trim()),
  notPublished: "Nada foi publicado.",
  cannotAsk: "Sem um terminal para perguntar, publicar pede --sim.",
  published: "Publicado:",
  inReview: "Ele aparece para todos depois que a moderação der uma olhada.",

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
  optionValue: (name: string) => `A opção ${name} está com um valor que não pode ter, ou sem o que precisa.`,
  numberInvalid: (option: string, max: number) => `${option} precisa ser um número inteiro de 1 a ${max}.`,
  orderInvalid: (orders: string[]) => `A ordem pode ser: ${orders.join(", ")}.`,
  langInvalid: "O idioma pode ser pt ou en.",
  urlInvalid: (url: string) => `“${url}” não é um endereço de site: comece com https://`,
  promptMissing: "Diga qual prompt: o número dele ou o link.",
  promptInvalid: (given: string) => `“${given}” não é o número nem o link de um prompt.`,
  tooManyArguments: (extra: string) => `Sobrou “${extra}”.`,
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
  /** Instead of the API's own sentence, by its code; it has none for this where there is none here. */
  codes: {} as Record<string, string>,
  statuses: {} as Record<number, string>,
  field: (field: string, message: string) => `${field}: ${message}`,
  requestId: (id: string) => `(pedido ${id})`,
  bug: "Algo deu errado aqui, e não com você:",
};

export type Texts = typeof pt;
