/** Demo prompts that draw: characters, animals, prints. */
import type { DemoPrompt } from "./demo-prompt.ts";

export const illustration: readonly DemoPrompt[] = [
  {
    key: "pavao-de-cordel",
    title: "Xilogravura de cordel: o pavão e o mandacaru",
    content:
      "Xilogravura no estilo dos folhetos de cordel nordestinos: um pavão de frente, com a cauda aberta em leque, entre mandacarus; sol com rosto à esquerda, lua minguante à direita, casinha ao fundo. Impressão em preto sobre papel creme, com poucas cores de apoio, vermelho e petróleo, aplicadas levemente fora do registro. Traço cortado à goiva, marcas da madeira visíveis no chão, moldura de triângulos. Formato horizontal, sem letras, sem sombreado e sem aparência de desenho digital.",
    description:
      'Troque o pavão por boi, onça ou sanfoneiro. O segredo é pedir "sem letras" e "fora do registro".',
    llmTypeId: 2,
    tags: ["cordel"],
    author: "Júlia Akemi",
    daysAgo: 431,
    likes: 15,
    favorites: 11,
    views: 1655,
    alt: "Pavão de cauda aberta em estilo de xilogravura, com sol, lua, cactos e uma casinha",
  },
  {
    key: "capivara-sem-pressa",
    title: "Livro infantil: a capivara que não tinha pressa",
    content: `Ilustração de página dupla para um livro infantil (4 a 6 anos): uma capivara tranquila dentro de um lago, de olhos fechados, com uma laranja equilibrada na cabeça e um passarinho amarelo nas costas. Vitórias-régias com flores cor-de-rosa, taboas nas margens, três palmeiras e o sol baixo atrás. Formas simples e arredondadas, cores chapadas, textura leve de guache, sem contorno preto. Deixe o alto da página vazio para o texto. Paleta: verde-água, ocre e coral.

Mantenha a mesma personagem nas próximas imagens: focinho quadrado, orelhas pequenas, bochecha rosada.`,
    description: "Peça as páginas seguintes na mesma conversa e repita a última frase a cada uma.",
    llmTypeId: 1,
    author: "Júlia Akemi",
    daysAgo: 2.2,
    likes: 8,
    favorites: 6,
    views: 402,
    alt: "Capivara de olhos fechados no lago, com uma laranja na cabeça e um passarinho nas costas",
  },
  {
    key: "retrato-botanico",
    title: "Retrato botânico com metade do rosto na sombra",
    content:
      "retrato frontal de mulher negra de olhos fechados, expressão serena, cabelo crespo volumoso transformado em jardim: hibiscos, folhas de costela-de-adão, miçangas; rosto dividido ao meio por luz e sombra chapadas; brincos de argola com pingentes, vestido com estampa de quartos de círculo; fundo liso claro com disco solar atrás da cabeça; ilustração art déco, recorte de papel, simetria quase perfeita --ar 3:4 --stylize 250 --no óculos, texto, contorno",
    description: "Para variar, mude só as flores e a cor do fundo; o resto segura a composição.",
    llmTypeId: 3,
    tags: ["retrato", "art déco"],
    remixOf: {
      key: "onca-simetrica",
      note: "Tirei a onça e pus um retrato. A moldura de folhas virou o cabelo.",
    },
    author: "Júlia Akemi",
    daysAgo: 89,
    likes: 13,
    favorites: 8,
    views: 1440,
    alt: "Retrato de uma mulher de olhos fechados, com o cabelo coberto de hibiscos e folhas",
  },
  {
    key: "onca-simetrica",
    title: "Onça-pintada simétrica, com olhar de máscara",
    content:
      "rosto de onça-pintada de frente, simétrico como uma máscara, olhos verdes muito abertos, rosetas irregulares, bigodes brancos; emoldurado por folhas de bananeira e costela-de-adão, flores vermelhas na base; disco solar em anéis atrás da cabeça; vetor plano de 8 cores, sombras em recorte, textura de serigrafia --ar 3:4 --stylize 180 --no filhote, moldura, texto",
    llmTypeId: 3,
    tags: ["retrato", "animais"],
    author: "Marina Teles",
    daysAgo: 227,
    likes: 10,
    favorites: 5,
    views: 1377,
    alt: "Rosto de onça-pintada visto de frente, entre folhas largas e flores vermelhas",
  },
  {
    key: "rede-entre-planetas",
    title: "Uma rede armada entre a lua e um planeta de anéis",
    content:
      "uma rede listrada armada entre a lua minguante e um planeta de anéis, alguém cochilando nela de chapéu de palha, franjas balançando; embaixo, colinas escuras com casinhas de janela acesa; estrelas em losango e um cometa discreto; ilustração noturna bem-humorada, azul profundo, laranja e creme, formas chapadas com grão de impressão --ar 4:3 --stylize 200 --weird 50 --no foguete, astronauta, texto",
    llmTypeId: 3,
    author: "Helena Prado",
    daysAgo: 10,
    likes: 12,
    favorites: 7,
    views: 934,
    alt: "Pessoa dormindo em uma rede listrada pendurada entre a lua e um planeta de anéis",
  },
  {
    key: "tucano-de-papel",
    title: "Tucano em sete camadas de papel recortado",
    content: `**Prompt**
(layered paper cut illustration:1.3), toucan on a branch, dense tropical leaves framing the scene, monstera and banana leaves, red sun disc behind, 7 layers from dark to light, soft shadows between layers, matte paper texture, vertical

**Negativo**
photo, 3d render, text, extra beak, deformed feet, glossy

**Em português:** tucano pousado em um galho, folhas grandes em volta, disco vermelho ao fundo, tudo em papel recortado com sete camadas. O modelo obedece melhor em inglês.

Gere 8 imagens com CFG 5,5 e escolha pela silhueta do bico; os pés a gente conserta depois, com inpainting só naquela área.`,
    llmTypeId: 4,
    author: "Júlia Akemi",
    daysAgo: 152,
    likes: 6,
    favorites: 4,
    views: 917,
    alt: "Tucano em um galho, cercado de folhas tropicais em camadas, com um disco vermelho atrás",
  },
];
