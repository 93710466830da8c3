/** Demo prompts for trips, walks and trails. */
import type { DemoPrompt } from "./demo-prompt.ts";

export const travel: readonly DemoPrompt[] = [
  {
    key: "roteiro-com-folga",
    title: "Roteiro de viagem com folga para se perder",
    content: `Planeje [número de dias] dias em [destino] para [quem vai viajar], em [mês da viagem], com orçamento de R$ [orçamento da viagem] sem contar a passagem.

Gostamos de [programas de que gostamos]; evitamos [o que queremos evitar].

Quero, por dia, um programa principal e um plano B para chuva; a cada dois dias, uma tarde livre. Agrupe por região para não cruzar a cidade à toa, estime o deslocamento e o custo de cada coisa e marque com ⚠ o que precisa de reserva ou tem horário que muda.

Não invente nomes de restaurantes: indique o tipo de lugar e o que pedir. Feche com uma lista de bagagem que caiba em uma mochila.`,
    description: 'Peça depois: "corte 20% do custo sem cortar a tarde livre". Costuma melhorar o roteiro.',
    llmTypeId: 1,
    tags: ["viagem"],
    author: "Tião do Mapa",
    daysAgo: 101,
    likes: 9,
    favorites: 7,
    views: 1183,
    alt: "Perua colorida com prancha e malas no teto, em uma estrada à beira-mar",
  },
  {
    key: "trilha-de-um-dia",
    title: "Trilha de um dia: o que levar e a hora de dar meia-volta",
    content: `Vou fazer a trilha [nome da trilha], de [distância em km] km e [metros de subida] metros de subida, em [mês da trilha], com [quem vai na trilha].

Monte:
1. Horário de saída, hora-limite para dar meia-volta e folga até o anoitecer.
2. Água e comida por pessoa, com peso.
3. Lista da mochila em três colunas: à mão, no fundo, fica no carro.
4. Divisão do que é coletivo (primeiros socorros, lanterna, mapa no papel).
5. Bilhete para deixar com alguém na cidade: rota, placa do carro e hora de pedir ajuda.

Antes, pergunte o que faltar: previsão do tempo, sinal de celular, se é preciso guia ou autorização. A orientação do parque vale mais que a sua.`,
    llmTypeId: 10,
    author: "Tião do Mapa",
    daysAgo: 533,
    likes: 4,
    favorites: 4,
    views: 608,
    alt: "Mapa de relevo com curvas de nível, rio, lago e uma trilha marcada até o cume",
  },
  {
    key: "quatro-horas-a-pe",
    title: "Um centro histórico a pé, em quatro horas",
    content: `Monte um passeio a pé de 4 horas pelo centro histórico de [cidade], a partir das [hora de saída], para quem gosta de [interesses].

- Pesquise os horários e os dias de fechamento, com link e data da consulta.
- No máximo 8 paradas, em uma ordem que não suba a mesma ladeira duas vezes.
- Em cada parada, um detalhe que quase ninguém nota e que se vê em 5 minutos.
- Inclua banheiro, água, sombra e um lugar para sentar.
- Marque com (?) o que não conseguiu confirmar.`,
    llmTypeId: 12,
    author: "Tião do Mapa",
    daysAgo: 441,
    likes: 2,
    favorites: 3,
    views: 287,
    alt: "Casario colonial em tons de rosa em uma rua de pedra, com torre de igreja",
  },
];
