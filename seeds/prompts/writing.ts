/** Demo prompts for stories, songs, games and diaries. */
import type { DemoPrompt } from "./demo-prompt.ts";

export const writing: readonly DemoPrompt[] = [
  {
    key: "objeto-esquecido",
    title: "Um conto que começa por um objeto esquecido",
    content: `Escreva um conto de até 900 palavras a partir deste objeto: [objeto esquecido].

- Primeira pessoa, no presente, com um narrador que esconde uma coisa do leitor até o penúltimo parágrafo.
- Uma cidade brasileira reconhecível sem que o nome apareça.
- Dois diálogos no máximo, com travessão.
- Proibido: sonho, coincidência que resolve tudo, moral no fim, "e foi então que percebi".
- O objeto muda de significado três vezes.

Antes do conto, mostre em cinco linhas a estrutura que escolheu. Depois do conto, aponte a frase mais fraca e escreva outra no lugar.`,
    llmTypeId: 6,
    author: "Helena Prado",
    daysAgo: 190,
    likes: 8,
    favorites: 5,
    views: 1035,
    alt: "Janela molhada de chuva à noite, com abajur, caderno e caneca no parapeito",
  },
  {
    key: "revisor-da-minha-voz",
    title: "Um revisor que preserva a minha voz",
    content: `Revise o texto abaixo em três passadas, sem apagar o meu jeito de escrever.

1. **Correção:** ortografia, concordância, regência e pontuação. Corrija direto.
2. **Clareza:** onde for preciso reler para entender, ponha uma sugestão entre \`[[ ]]\`, sem trocar a frase.
3. **Ritmo:** aponte até 3 frases longas demais e mostre onde eu poderia respirar.

Não troque palavra simples por palavra chique, não acrescente travessões nem listas e não mexa nas gírias. Devolva o texto revisado e, depois, uma tabela com "estava", "ficou" e "por quê", só do que não for óbvio.

Texto:
[texto para revisar]`,
    description: "Para quem cansou de receber o próprio texto de volta com cara de folheto.",
    llmTypeId: 6,
    tags: ["redação", "revisão"],
    author: "Helena Prado",
    daysAgo: 14,
    likes: 9,
    favorites: 8,
    views: 823,
    alt: "Gato adormecido em uma prateleira, ao lado de livros",
  },
  {
    key: "samba-do-relogio",
    title: "Letra de samba com história, refrão e sete sílabas",
    content: `Vamos compor um samba juntos. Tema: [tema do samba]. Clima: [clima do samba].

Primeiro, proponha 3 refrões de quatro versos em redondilha maior (sete sílabas poéticas), com as sílabas separadas por barras para eu cantar em cima. Eu escolho um.

Depois, escreva duas estrofes de oito versos que contem uma história com começo, virada e desfecho, rimando os versos pares. Use palavras de conversa e imagens concretas; saudade, só se for de alguém com nome. Marque onde entra o coro. No fim, sugira uma sequência de acordes em [tom da música] e diga em que verso ela muda.`,
    llmTypeId: 8,
    author: "Zeca Batuque",
    daysAgo: 389,
    likes: 5,
    favorites: 3,
    views: 560,
    alt: "Disco de vinil tocando, cercado de faixas em tons de terra e capas geométricas",
  },
  {
    key: "misterio-no-farol",
    title: "Mistério no farol: uma aventura para jogar sozinho",
    content: `Seja o narrador de uma aventura de mistério para um jogador. Cenário: um farol isolado, três moradores e uma luz que se apaga toda noite às 3h12.

Como jogar:
- Descreva cada cena em até 100 palavras, com um som, um cheiro e um detalhe fora do lugar.
- Nunca decida o que eu faço. Termine sempre com "O que você faz?".
- Quando a ação for arriscada, diga antes o que acontece com 1–2, 3–4 e 5–6 e peça que eu role um dado.
- Guarde em segredo quem mente. Dê pistas suficientes para eu descobrir em 8 a 12 cenas.
- Mantenha no rodapé: 🎒 inventário · 🕯 luz (0 a 5) · 🧩 pistas.

Comece na véspera, com o barco se afastando.`,
    description: "Role um dado de verdade. Quando a ferramenta rola por você, o suspense vai embora.",
    llmTypeId: 7,
    author: "davi-dev",
    daysAgo: 365,
    likes: 10,
    favorites: 7,
    views: 1090,
    alt: "Farol listrado sobre um rochedo, com o facho de luz sobre o mar agitado e um barquinho",
  },
  {
    key: "tres-perguntas",
    title: "Três perguntas para fechar o dia",
    content:
      "Me faça três perguntas sobre o meu dia, uma de cada vez. Depois, devolva um parágrafo de diário escrito com as minhas palavras, na primeira pessoa, sem conselho nenhum e sem final feliz forçado.",
    description: "Guardo os parágrafos em um arquivo só. Reler o mês inteiro é a melhor parte.",
    llmTypeId: 1,
    history: [
      {
        content:
          "Me faça três perguntas sobre o meu dia, uma de cada vez. Depois, devolva um parágrafo de diário escrito com as minhas palavras.",
        changedDaysAgo: 3.2,
        note: "Sem conselho e sem final feliz forçado",
      },
    ],
    author: "Helena Prado",
    daysAgo: 4.5,
    likes: 6,
    favorites: 5,
    views: 446,
    alt: "Pôr do sol sobre morros em camadas, com araucárias em silhueta",
  },
];
