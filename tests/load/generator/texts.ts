/** Composes a prompt's texts as people write them: of instructions for words, of descriptions for pictures. */
import type { Random } from "#tests/support/random.ts";
import { normal } from "./chance.ts";
import { capitalized, chooseTheme, type Template, type Theme, templates } from "./grammar.ts";
import { hasRareWord, SEARCH_WORDS } from "./search-words.ts";

export interface Texts {
  title: string;
  content: string;
  description: string | null;
  /** Alternative text of the picture. */
  alt: string | null;
}

/** Characters of a content: the median, how widely it spreads, and the ends. */
const LENGTH = { median: 600, spread: 0.7, least: 120, most: 6000 };
/** What stands around a sentence, at most: a line's end, a number, a dot, a space. */
const BULLET = 5;

const WORD_TITLES = templates(`
  {^workName} sobre {topic}
  {^fineWorkName} sobre {topic}
  {^fineWorkName} para {audience}
  {^workName} de {topic} para {audience}
  {^topic} sem mistério para {audience}
  {^topic}: {fineWorkName} em {few} passos
  Como falar de {topic} com {audience}
  {few} ideias de {topic} para {audience}
  {^workName} com {role}
  Transforme {topic} em {fineWork}
  {^workName} para o projeto {invented}
  {^topic} em {place}: {workName} para {audience}
  Do zero a {fineWork} sobre {topic}
  Me ajude com {topic}
  {^workName} em tom {tone}, {constraint}
  O que {audience} querem saber de {topic}
`);

const PICTURE_TITLES = templates(`
  {^subjectName} {action}
  {^subjectName} em {style}
  {^subjectName} {action}, {style}
  {^style}: {subjectName} e {subjectName}
  {^subjectName} com {light}
  {^subjectName} em {colour} e {colour}
  {^place} em {style}
  Retrato de {person} {surname}, {style}
  {invented}, {subjectName} {action}
  {^subjectName} de {place}, {light}
  Cartaz de {place} em {colour}
  {^subjectName} para {workName} sobre {topic}
`);

const WORD_OPENINGS = templates(`
  Você é {role}. Escreva {fineWork} sobre {openTopic} para {openAudience}.
  Aja como {role} e prepare {fineWork} sobre {openTopic}, {constraint}.
  Crie {fineWork} sobre {openTopic}. O público são {openAudience}.
  Quero {work} sobre {openTopic} que ajude {openAudience} a decidir sobre [objetivo].
  Com base no texto abaixo, faça {fineWork} para {openAudience}, em tom {tone}.
  Preciso de {fineWork} até [prazo]. O assunto é {openTopic} e quem vai ler são {openAudience}.
  Imagine que você é {role} em {place}. Monte {work} sobre {openTopic}.
  Sou de {place} e trabalho com {openTopic}. Faça {fineWork} para {openAudience}.
`);

const WORD_SENTENCES = templates(`
  O tom deve ser {tone} e {tone}, {constraint}.
  Leve em conta que {openAudience} já conhecem {topic}, mas não {topic}.
  Escreva cerca de {many} palavras por seção.
  Relacione {openTopic} com {topic} quando isso esclarecer a ideia.
  Se faltar informação sobre {variable}, pergunte antes de continuar.
  Considere a realidade de {place} e o que mudou desde {year}.
  Divida em {few} partes: a primeira sobre {topic}, a última sobre {topic}.
  Mencione {person} {surname} como personagem e {invented} como empresa fictícia.
  Evite falar de {topic}; o foco é {openTopic}.
  Para cada item, indique {variable}, {variable} e {variable}.
  {^person} tem {few} anos de experiência com {topic} e quer mudar de área.
  Depois, resuma tudo em {few} linhas para {audience}.
  Ao final, ofereça {work} sobre {topic} como material complementar.
  Não use {topic} como desculpa para encher o texto.
  Compare o que se faz em {place} com o que se faz em {place}.
  A equipe da {invented} tem {many} pessoas e pouco tempo para {topic}.
  Responda {constraint} e {constraint}.
  Quando citar {topic}, explique em uma frase o que é.
`);

/** Said to a model in between, whatever the subject. */
const STEPS = templates(`
  {^step}.
  {^step}, {constraint}.
`);

const PICTURE_OPENINGS = templates(`
  {^subject} {action}, {style}, {light}, tons de {colour} e {colour}.
  {^style} de {subject} {action}, {light}, fundo {colour}.
  {^subject} e {subject} em {place}, {style}, {light}.
  Cena em {place}: {subject} {action}, {style}, paleta {colour}, {colour} e {colour}.
  Retrato de {variable} como {subject} {action}, {style}, {light}.
`);

const PICTURE_SENTENCES = templates(`
  Composição em {few} planos, com {subject} ao fundo.
  {^light}, contraste suave entre {colour} e {colour}.
  Acrescente {subject} {action}, em segundo plano.
  Detalhes em {colour}, textura de {style}.
  Inspirado nas ruas de {place} em {year}.
  Enquadramento vertical, proporção {few}:{few}, sem letras nem marcas.
  Troque {variable} e {variable} para criar novas versões.
  A personagem se chama {invented} e veste {colour}.
  Expressão de quem pensa em {topic}, gesto {tone}.
  Variação {few}: {subject} em vez de {subject}, {light}.
  Clima {tone}, como em {work} sobre {topic}.
  Nada de {colour} saturado; prefira {colour} e {colour}.
  Atmosfera de {place}, {subject} quase fora do quadro.
  Lente de {many} mm, profundidade de campo curta, {light}.
`);

const DESCRIPTIONS = templates(`
  Uso toda semana com {audience} e funciona.
  Troque {variable} pelo seu caso antes de colar.
  Testei com {topic} e com {topic}; o segundo saiu melhor.
  Feito para {audience}, mas serve para quem gosta de {topic}.
  Nasceu de uma conversa com {person} em {place}.
  Se a resposta vier longa, peça uma nova versão {constraint}.
  Dá {fineWork} em poucos minutos.
  Combina com outros prompts meus sobre {topic}.
`);

const ALTS = templates(`
  {^subject} {action}
  {^style} com {subject} {action}
  Ilustração em tons de {colour} e {colour} com {subject}
`);

/**
 * A prompt's texts.
 * @param index of the prompt, from 0: it says whether the rare word is in it
 * @param pictorial whether its tool makes pictures
 */
export function composeTexts(random: Random, index: number, pictorial: boolean): Texts {
  const theme = chooseTheme(random);
  const title = random.pick(pictorial ? PICTURE_TITLES : WORD_TITLES)(theme);
  const content = composeContent(random, theme, index, pictorial);
  const description = random.chance(0.4) ? random.pick(DESCRIPTIONS)(theme) : null;
  const alt = random.chance(0.6) ? random.pick(ALTS)(theme) : null;
  return { title, content, description, alt };
}

function composeContent(random: Random, theme: Theme, index: number, pictorial: boolean): string {
  const { median, spread, least, most } = LENGTH;
  const target = Math.min(most, Math.max(least, median * Math.exp(spread * normal(random))));
  const opening = capitalized(random.pick(pictorial ? PICTURE_OPENINGS : WORD_OPENINGS)(theme));
  const next = sentencesOf(random, theme, pictorial);
  const rest = wordsToFind(random, index);
  let length = rest.reduce((sum, sentence) => sum + sentence.length + BULLET, opening.length);
  while (length < target - 30) {
    const sentence = next();
    if (length + sentence.length + BULLET > most) break;
    // What is put in to be found stands anywhere among the others.
    rest.splice(random.whole(0, rest.length), 0, sentence);
    length += sentence.length + BULLET;
  }
  return layOut(random, opening, rest);
}

/** One sentence after the other; none comes again before all its like have come. */
function sentencesOf(random: Random, theme: Theme, pictorial: boolean): () => string {
  const pool = pictorial ? PICTURE_SENTENCES : WORD_SENTENCES;
  let waiting: Template[] = [];
  return () => {
    if (!pictorial && random.chance(0.35)) return random.pick(STEPS)(theme);
    if (waiting.length === 0) waiting = random.shuffled(pool);
    return capitalized((waiting.pop() as Template)(theme));
  };
}

/** The sentences that hold the words of search-words.ts, for one prompt. */
function wordsToFind(random: Random, index: number): string[] {
  const { common, second, middling, uncommon, rare } = SEARCH_WORDS;
  const found = [common, second, middling, uncommon].filter(({ share }) => random.chance(share));
  return [...found, ...(hasRareWord(index) ? [rare] : [])].map((entry) =>
    random.pick<string>(entry.sentences),
  );
}

/** In one paragraph, in several, or as a numbered or dashed list, as people do. */
function layOut(random: Random, opening: string, rest: string[]): string {
  const form = random.whole(0, 9);
  if (rest.length < 3 || form < 4) return [opening, ...rest].join(form < 2 ? " " : "\n");
  if (form < 6) {
    const paragraphs: string[] = [];
    for (let at = 0; at < rest.length; at += 3) paragraphs.push(rest.slice(at, at + 3).join(" "));
    return [opening, ...paragraphs].join("\n\n");
  }
  const bullet = form < 8 ? (at: number) => `${at + 1}. ` : () => "- ";
  return `${opening}\n\n${rest.map((sentence, at) => bullet(at) + sentence).join("\n")}`;
}
