/** What the demo people do with the prompts: collections, answers to "Funcionou?", follows, and a decision of moderation. */
import type { Ground } from "#moderation/contract.ts";
import type { Outcome } from "#results/catalog.ts";
import type { DemoPrompt } from "./prompts/demo-prompt.ts";

interface DemoCollection {
  /** Username of a persona. */
  owner: string;
  title: string;
  description: string;
  /** Age in days; all prompts are added at that time. */
  daysAgo: number;
  /** Keys of prompts in their order, with the owner's note or without one. */
  items: readonly (readonly [key: string, note?: string])[];
}

/** Public ones. */
export const collections: readonly DemoCollection[] = [
  {
    owner: "Dona Lúcia",
    title: "Para o dia a dia da casa",
    description: "O que eu mais uso na cozinha e na lida da casa. Tudo testado por mim.",
    daysAgo: 5,
    items: [
      ["jantar-da-geladeira", "Esse salva a minha noite umas três vezes por semana."],
      ["cafe-coado", "Meu café era ralo, agora não é mais."],
      ["consertar-ou-trocar"],
    ],
  },
  {
    owner: "Prof. Amadeu",
    title: "Para a sala de aula",
    description: "Prompts que levei para a turma e funcionaram, do sétimo ano ao terceirão.",
    daysAgo: 15,
    items: [
      ["plano-de-aula", "Comece por este. Leva uns dez minutos para preencher."],
      ["matematica-socratica"],
      ["redacao-cinco-competencias", "A nota dele costuma ficar perto da minha."],
      ["ceu-azul"],
    ],
  },
  {
    owner: "rafa_costuras",
    title: "Quem vende sozinho",
    description: "Para quem faz tudo: produz, vende, responde cliente e ainda cuida das contas.",
    daysAgo: 2.5,
    items: [
      ["cupons-viram-planilha", "Faço todo fim de mês, antes de pagar o DAS."],
      ["preco-da-roca", "Troquei o quilo pela peça e deu certo para costura também."],
      ["cliente-chateado"],
      ["cosmetico-sem-milagre"],
      ["nomes-com-contras"],
    ],
  },
  {
    owner: "Nina Farol",
    title: "Cartazes e estampas do Brasil",
    description: "Bicho, praia e casario para pendurar na parede ou levar para o tecido.",
    daysAgo: 25,
    items: [
      ["calcadao-em-serigrafia"],
      ["pavao-de-cordel", "O meu preferido daqui."],
      ["onca-simetrica"],
      ["estampa-de-peixes", "Peça a amostra antes, a cor muda no tecido."],
      ["palacio-no-espelho"],
    ],
  },
  {
    owner: "Sandra Couto",
    title: "Recados que todo mundo entende",
    description: "Avisos, atas e explicações para gente de toda idade, sem palavra difícil.",
    daysAgo: 12.5,
    items: [
      ["aviso-do-condominio"],
      ["recado-do-posto", "Serve para escola também, é só trocar o posto."],
      ["ata-da-transcricao", "Uso na assembleia do prédio."],
      ["decisao-para-o-cliente"],
    ],
  },
];

interface DemoResult {
  /** Key of a prompt; the answer is about its present version. */
  key: string;
  /** Username of a persona. */
  by: string;
  model: string;
  outcome: Outcome;
  daysAgo: number;
  note?: string;
}

const answers = (key: string, ...rows: [string, string, Outcome, number, string?][]): DemoResult[] =>
  rows.map(([by, model, outcome, daysAgo, note]) => ({
    key,
    by,
    model,
    outcome,
    daysAgo,
    ...(note && { note }),
  }));

export const results: readonly DemoResult[] = [
  ...answers(
    "jantar-da-geladeira",
    ["Graça Menezes", "GPT-5", "worked", 3.9, "Fiz o mexido de arroz com repolho, ficou ótimo."],
    ["Rute Andrade", "GPT-5 mini", "worked", 2.8],
    [
      "Zeca Batuque",
      "Gemini 2.5 Flash",
      "partly",
      1.7,
      "Boas ideias, mas pediu creme de leite que eu não tinha.",
    ],
    ["Rute Andrade", "Gemini 2.5 Flash", "worked", 0.9],
  ),
  ...answers(
    "cupons-viram-planilha",
    ["Dona Lúcia", "Gemini 2.5 Pro", "worked", 9.4],
    ["Iara Monteiro", "Gemini 2.5 Pro", "worked", 7.2, "Errou um valor só, que estava borrado mesmo."],
    ["Nivaldo da Serra", "GPT-5", "failed", 4.6, "Pulou a metade dos itens das notas compridas."],
    ["Sandra Couto", "Gemini 2.5 Flash", "worked", 2.1],
  ),
  ...answers(
    "redacao-cinco-competencias",
    ["bia.estuda", "GPT-5", "worked", 18.6, "Bateu com a nota do cursinho, 40 pontos de diferença."],
    ["Helena Prado", "Claude Sonnet 4.5", "worked", 12.4],
    ["Graça Menezes", "Copilot", "partly", 6.9, "Elogiou demais. Pedi de novo e melhorou."],
  ),
  ...answers(
    "recado-do-posto",
    ["Sandra Couto", "GPT-5", "worked", 33.1],
    ["Jorge Lacerda", "Copilot", "worked", 21.5, "Usamos no mutirão da vacina, ninguém ligou perguntando."],
    ["Graça Menezes", "Gemini 2.5 Flash", "worked", 13.8],
  ),
  ...answers(
    "plano-de-aula",
    ["bia.estuda", "GPT-5", "worked", 49.3],
    ["Helena Prado", "Gemini 2.5 Pro", "worked", 28.8, "A saída de emergência do final me salvou."],
    ["Cida Ferreira", "GPT-5 mini", "failed", 20.2, "Ficou longo demais e não coube nos 50 minutos."],
    ["Rute Andrade", "Claude Sonnet 4.5", "worked", 8.6],
  ),
  ...answers(
    "contrato-de-aluguel",
    ["Paula Reis", "Claude Sonnet 4.5", "worked", 52.7, "Conferi os artigos citados, estavam certos."],
    ["Sandra Couto", "GPT-5", "worked", 40.4],
    ["Tião do Mapa", "Gemini 2.5 Pro", "partly", 31.6, "Confundiu caução com fiador em uma cláusula."],
  ),
  ...answers(
    "cliente-chateado",
    ["rafa_costuras", "GPT-5", "worked", 10.1, "A cliente respondeu na hora e ficou tudo bem."],
    ["Sandra Couto", "Claude Sonnet 4.5", "worked", 6.3],
    ["Nivaldo da Serra", "GPT-5 mini", "worked", 2.6],
  ),
  ...answers(
    "revisao-de-codigo",
    ["Caio Nogueira", "Claude Sonnet 4.5", "worked", 22.9, "Achou uma corrida que ninguém tinha visto."],
    ["Marina Teles", "GPT-5", "partly", 14.2],
    ["Otávio Brandt", "Claude Opus 4.1", "worked", 9.7],
  ),
  ...answers(
    "calcadao-em-serigrafia",
    ["Júlia Akemi", "Midjourney v7", "worked", 204],
    ["Nina Farol", "Midjourney v7", "worked", 131],
    ["Iara Monteiro", "Midjourney v6.1", "failed", 118, "As ondas saíram retas, mesmo repetindo."],
  ),
  ...answers(
    "nota-fiscal-em-json",
    ["davi-dev", "Llama 3.1 8B", "partly", 377, "O total às vezes vem como texto."],
    ["Marina Teles", "Llama 3.3 70B", "worked", 290],
    ["Otávio Brandt", "Llama 3.3 70B", "worked", 242],
  ),
  // Fewer than three: their models and notes are not shown yet.
  ...answers("cafe-coado", ["Dona Lúcia", "Gemini 2.5 Flash", "worked", 5.2]),
  ...answers(
    "aviso-do-condominio",
    ["Cida Ferreira", "Gemini 2.5 Flash", "worked", 11.3],
    ["Otávio Brandt", "GPT-5", "partly", 4.4],
  ),
];

/** Whom and what each persona follows: authors, collections by their titles, and tags. */
export const follows: Readonly<
  Record<string, { people?: readonly string[]; collections?: readonly string[]; tags?: readonly string[] }>
> = {
  "Dona Lúcia": {
    people: ["Graça Menezes", "Zeca Batuque"],
    collections: ["Recados que todo mundo entende"],
  },
  "Prof. Amadeu": { people: ["bia.estuda", "Helena Prado"], tags: ["escola"] },
  "bia.estuda": { people: ["Prof. Amadeu"], collections: ["Para a sala de aula"], tags: ["redação"] },
  "Helena Prado": { people: ["Júlia Akemi", "Prof. Amadeu"], collections: ["Para a sala de aula"] },
  "Júlia Akemi": { people: ["Marina Teles", "Nina Farol"], collections: ["Cartazes e estampas do Brasil"] },
  "Nina Farol": { people: ["Marina Teles", "Júlia Akemi"], tags: ["cartaz", "retrato"] },
  "Iara Monteiro": { people: ["rafa_costuras"], collections: ["Quem vende sozinho"] },
  rafa_costuras: {
    people: ["Iara Monteiro", "Nivaldo da Serra"],
    collections: ["Cartazes e estampas do Brasil", "Para o dia a dia da casa"],
  },
  "Caio Nogueira": { people: ["davi-dev"], tags: ["código"] },
  "davi-dev": { people: ["Caio Nogueira", "Marina Teles"] },
  "Graça Menezes": { people: ["Dona Lúcia", "Sandra Couto"], collections: ["Para o dia a dia da casa"] },
  "Sandra Couto": {
    people: ["Graça Menezes"],
    collections: ["Para o dia a dia da casa", "Quem vende sozinho"],
  },
  "Cida Ferreira": { people: ["Sandra Couto"], collections: ["Recados que todo mundo entende"] },
  "Jorge Lacerda": { people: ["Cida Ferreira"], collections: ["Recados que todo mundo entende"] },
};

/** A prompt that moderation has hidden: everybody sees in the public log that it did, and why. */
export const hidden: {
  prompt: DemoPrompt;
  /** Username of the persona who decided. */
  by: string;
  ground: Ground;
  reason: string;
  daysAgo: number;
} = {
  prompt: {
    key: "formula-peca-por-peca",
    title: "Renda extra garantida em 7 dias, chame no WhatsApp",
    content:
      "Ganhe de R$ 3 mil a R$ 9 mil por mês só com prompts prontos! Últimas vagas do curso. Chame agora no link do perfil e peça o seu desconto.",
    llmTypeId: 1,
    author: "Lucros na Hora",
    daysAgo: 11,
    likes: 0,
    favorites: 0,
    views: 14,
    alt: "Tela com planilha, uma célula em destaque e pequenos gráficos",
  },
  by: "Graça Menezes",
  ground: "spam",
  reason: "O texto não é um prompt: só anuncia um curso e manda chamar por mensagem.",
  daysAgo: 10.4,
};
