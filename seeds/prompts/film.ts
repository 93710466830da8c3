/** Demo prompts that move. */
import type { DemoPrompt } from "./demo-prompt.ts";

export const film: readonly DemoPrompt[] = [
  {
    key: "voo-sobre-dunas",
    title: "Voo lento sobre dunas e lagoas, em um plano só",
    content:
      "Plano-sequência aéreo, drone em avanço lento e constante a 30 m de altura, sobre dunas claras com lagoas azuis. Uma pessoa de roupa vermelha caminha pela crista e deixa pegadas. Aos 4 segundos, um bando de guarás cruza o quadro da esquerda para a direita. Luz lateral de fim de tarde, sombras longas, areia levemente soprada. A câmera não gira nem muda de altura. 10 segundos, 24 quadros por segundo, sem cortes.",
    description: "Diga sempre o que a câmera NÃO faz. Metade dos meus erros sumiu depois disso.",
    llmTypeId: 14,
    author: "Nina Farol",
    daysAgo: 52,
    likes: 8,
    favorites: 5,
    views: 861,
    alt: "Dunas claras com lagoas azuis, um bando de guarás no céu e alguém caminhando",
  },
  {
    key: "a-cidade-acende",
    title: "A cidade acende: uma fachada em onda ao anoitecer",
    content:
      "Câmera fixa. Um edifício moderno em forma de onda, com dezenas de janelas, ao anoitecer. As luzes se acendem uma a uma, em ritmos diferentes, enquanto a lua sobe devagar à esquerda. Na calçada, alguém passeia com um cachorro e para sob o poste. Os faróis viram riscos de luz. Cores: índigo, âmbar e coral. Movimento só onde há vida; a arquitetura não treme. 8 segundos.",
    llmTypeId: 14,
    author: "Nina Farol",
    daysAgo: 136,
    likes: 4,
    favorites: 3,
    views: 577,
    alt: "Edifício ondulado com janelas acesas à noite, lua cheia e alguém passeando com o cachorro",
  },
  {
    key: "jangada-em-laco",
    title: "Jangada em loop perfeito para fundo de página",
    content:
      "Animação em loop de 6 segundos: uma jangada de vela listrada sobe e desce em ondas feitas de arcos concêntricos. Sol grande e parado atrás, nuvens em cápsula deslizando devagar da esquerda para a direita até voltar ao ponto de partida. As ondas da frente são mais rápidas que as de trás. Estilo de cartaz em cores chapadas, sem zoom, sem corte, sem texto. Primeiro e último quadro idênticos.",
    llmTypeId: 14,
    remixOf: {
      key: "calcadao-em-serigrafia",
      note: "O mesmo jeito de cartaz, agora em movimento e no Runway.",
    },
    author: "Nina Farol",
    daysAgo: 0.15,
    likes: 0,
    favorites: 0,
    views: 17,
    alt: "Jangada de vela listrada sobre ondas em arcos, diante de um grande sol",
  },
];
