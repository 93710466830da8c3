/** Demo prompts that draw places, products, patterns and games. */
import type { DemoPrompt } from "./demo-prompt.ts";

export const design: readonly DemoPrompt[] = [
  {
    key: "produto-com-sol-duro",
    title: "Foto de produto com sol duro e pedestais coloridos",
    content:
      "Fotografia de produto em formato quadrado: um frasco âmbar de [produto no frasco], com rótulo geométrico sem letras, sobre um pedestal redondo e baixo. Ao fundo, um arco rosa-goiaba e uma parede lisa mais clara; à esquerda, a sombra de uma folha de costela-de-adão que não aparece na cena. Sol duro das 10h vindo da esquerda, sombras nítidas e longas para a direita. Rodelas de laranja e um ramo verde em segundo plano. Lente de 85 mm, câmera à altura do produto, foco no rótulo. Nenhum texto, nenhuma marca, nenhuma mão.",
    description:
      "Gere a cena com o frasco genérico e troque pelo seu na edição. A luz e as sombras já vêm prontas.",
    llmTypeId: 2,
    author: "Iara Monteiro",
    daysAgo: 512,
    likes: 5,
    favorites: 5,
    views: 746,
    alt: "Frasco âmbar diante de um arco rosa, com pedestais, rodelas de laranja e um ramo verde",
  },
  {
    key: "cartaz-por-regra",
    title: "Cartaz geométrico a partir de uma regra simples",
    content:
      "Cartaz vertical no espírito da arte concreta brasileira dos anos 1950: grade de 6 × 8 módulos. No canto superior esquerdo há só um ponto; a cada passo na diagonal o ponto cresce, se divide em quartos de círculo e gira 90°, até preencher o módulo inteiro no canto inferior direito. Seis cores chapadas: [as seis cores]. Papel fosco com margem larga, fotografado de frente sobre parede bege. Sem tipografia, sem gradiente, sem brilho.",
    llmTypeId: 2,
    author: "Marina Teles",
    daysAgo: 548,
    likes: 3,
    favorites: 3,
    views: 622,
    alt: "Cartaz com grade de círculos que crescem e se dividem em quartos até virar quadrados",
  },
  {
    key: "calcadao-em-serigrafia",
    title: "Calçadão ao amanhecer, em serigrafia de seis cores",
    content:
      "calçadão de pedra portuguesa em ondas pretas e brancas, em perspectiva, ocupando o terço inferior; faixa de areia com poucos guarda-sóis no plano médio; mar calmo, veleiro pequeno, morros arredondados e um pico alto ao fundo; sol grande em anéis concêntricos; serigrafia de 6 cores, leve desencontro de registro, papel texturizado, coqueiros cortados pela margem --ar 4:3 --stylize 150 --no texto, pessoas, gradiente",
    description:
      'Se as ondas saírem retas, repita "ondas" no começo e tire "geométrico", que endireita tudo.',
    llmTypeId: 3,
    tags: ["cartaz", "praia"],
    author: "Marina Teles",
    daysAgo: 297,
    likes: 12,
    favorites: 7,
    views: 1893,
    alt: "Calçadão de ondas pretas e brancas à beira-mar, com coqueiros, morros e sol",
  },
  {
    key: "palacio-no-espelho",
    title: "Palácio modernista refletido no espelho d'água",
    content:
      "palácio modernista horizontal, colunas brancas curvas que tocam o chão em ponta, fachada de vidro com algumas janelas acesas, refletido em um espelho d'água com vitórias-régias; uma única pessoa com guarda-sol vermelho para dar escala; sol laranja enorme por trás; céu verde-água com nuvens em cápsula; cartaz de viagem de meados do século XX, cores chapadas, vista frontal --ar 3:4 --stylize 120 --no carros, texto, bandeiras",
    llmTypeId: 3,
    tags: ["cartaz"],
    author: "Marina Teles",
    daysAgo: 61,
    likes: 8,
    favorites: 4,
    views: 865,
    alt: "Palácio modernista de colunas curvas refletido na água, com um grande sol laranja",
  },
  {
    key: "quarto-isometrico",
    title: "Quarto isométrico: prompt, negativo e ajustes",
    content: `O modelo entende melhor em inglês; troque só o que está entre colchetes.

**Prompt**
isometric cutaway room, [tipo de quarto em inglês], (two walls only:1.2), wooden floor, bed with striped blanket, desk with monitor, bookshelf, acoustic guitar, potted plant, geometric tile poster, soft window light, flat shading, clean vector look, pastel background, (centered composition:1.1)

**Negativo**
people, text, watermark, ceiling, fisheye, clutter, photorealistic, noise, cut off edges

**Ajustes que usei**
- Passos: 28 a 32
- CFG: 6
- Tamanho: 1024 × 1024
- Semente fixa enquanto muda o mobiliário; solte a semente só no fim

**Dica:** se as paredes vierem em número errado, suba o peso de \`two walls only\` para 1.35 antes de mexer em qualquer outra coisa.`,
    llmTypeId: 4,
    author: "davi-dev",
    daysAgo: 31,
    likes: 9,
    favorites: 7,
    views: 988,
    alt: "Quarto em perspectiva isométrica, com cama, escrivaninha, estantes e violão",
  },
  {
    key: "casario-em-guache",
    title: "Casario colonial em guache, rua de pedra depois da chuva",
    content: `Rua de casas coloniais brasileiras vista de frente, cinco fachadas em cores diferentes, portas e janelas de madeira em arco, sacadas de ferro, telhas de barro, torre de igreja branca ao fundo, morros verdes, calçamento de pedra com uma poça que reflete o céu, primavera florida à direita. Guache opaco sobre papel, bordas secas, luz de fim de manhã.

**Negativo:** carros, fios elétricos, pessoas, letreiros, texto, céu dramático, HDR

Para manter as fachadas retas, use ControlNet de linhas retas (MLSD) com peso 0,6 sobre uma foto sua da rua.`,
    llmTypeId: 4,
    author: "Nina Farol",
    daysAgo: 74,
    likes: 4,
    favorites: 2,
    views: 531,
    alt: "Casas coloniais coloridas em rua de pedra, com torre de igreja e palmeiras ao fundo",
  },
  {
    key: "noite-no-lago-em-pixels",
    title: "Noite no lago: cenário de jogo em pixel art",
    content: `Cenário de jogo 2D em pixel art de 16 bits, proporção 4:3: castelo sobre um morro à beira de um lago, lua cheia enorme atrás das montanhas, reflexo quebrado na água, viajante de capa vermelha ao lado de uma fogueira no primeiro plano, pinheiros escuros fechando as laterais. Paleta de 16 cores, do roxo-escuro ao âmbar, com pontilhado (dithering) no céu. Pixels nítidos, sem suavização, sem interface, sem texto.

**Negativo:** blur, gradient, 3D, anti-aliasing, UI, letters`,
    llmTypeId: 13,
    author: "davi-dev",
    daysAgo: 6.3,
    likes: 5,
    favorites: 4,
    views: 495,
    alt: "Cena em pixel art com castelo, lua cheia, lago e um viajante junto à fogueira",
  },
  {
    key: "estampa-de-peixes",
    title: "Estampa corrida de peixes para tecido",
    content:
      "Estampa corrida (rapport) de peixes tropicais para tecido de algodão: cinco peixes de tamanhos diferentes com escamas em semicírculos, estrelas-do-mar, corais ramificados e folhas aquáticas sobre azul-marinho com ondas finas. Cores chapadas: coral, mostarda, turquesa e creme. Traço de linoleogravura, espaçamento regular. Ative o modo Tiling e confira a emenda repetindo a imagem 3 × 3 antes de mandar imprimir.",
    description:
      "Já virou nécessaire e cortina de cozinha. Peça ao fornecedor uma amostra de 20 cm antes do metro inteiro.",
    llmTypeId: 13,
    author: "rafa_costuras",
    daysAgo: 113,
    likes: 6,
    favorites: 6,
    views: 704,
    alt: "Peixes de escamas coloridas entre corais e estrelas-do-mar, sobre fundo azul-marinho",
  },
  {
    key: "bicicleta-e-azulejo",
    title: "Bicicleta e azulejo: mural para a fachada de um café",
    content:
      "Mural de fachada para um café de esquina: bicicleta laranja com cesta de flores encostada em uma parede de azulejos modernos azuis e brancos, feitos só de quartos de círculo girados ao acaso; calçada de pedra, vaso de barro à esquerda, primavera florida descendo pelo canto superior direito. Vista frontal, sem perspectiva, sombra da bicicleta projetada na parede. Ilustração vetorial limpa, sem contorno, 9 cores. Formato 4:3, com 10% de área livre em volta para a moldura.",
    llmTypeId: 13,
    author: "Marina Teles",
    daysAgo: 0.4,
    likes: 2,
    favorites: 1,
    views: 58,
    alt: "Bicicleta laranja com cesta de flores encostada em um muro de azulejos azuis",
  },
];
