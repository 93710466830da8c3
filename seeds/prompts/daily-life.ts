/** Demo prompts about daily life: kitchen, trips, verses, complaints, bedtime. */
import type { DemoPrompt } from "#seeds/demo-prompt.ts";

export const dailyLifePrompts: readonly DemoPrompt[] = [
  {
    title: "Cardápio da semana com o que já tem na geladeira",
    content: `Sou eu que cozinho para [quantas pessoas] e não aguento mais decidir o almoço às onze da manhã.

O que já tenho em casa:
- geladeira: [liste]
- congelador: [liste]
- despensa: [liste]

O que ninguém come aqui: [liste]. Alergias: [liste ou "nenhuma"]. Posso gastar mais [valor] na feira.

Monte almoço e jantar de segunda a domingo, comida brasileira de todo dia, sabendo que:
- o que estraga primeiro vai para o começo da semana;
- o jantar aproveita alguma sobra do almoço, mas com cara de outra coisa;
- feijão se cozinha uma vez só, e você me diz em que dia e quanto congelar;
- quarta-feira eu chego tarde: nesse dia, panela única e 30 minutos;
- domingo pode ter sobremesa simples.

Responda com a tabela da semana, depois a lista da feira separada por banca (verdura, fruta, açougue, mercearia) com quantidades, e por último o que adiantar no domingo à tarde em uma hora. Não precisa das receitas; quando eu quiser, peço pelo nome do prato.`,
    description:
      "Já faz três meses que não jogo verdura fora. Quanto mais certinha a lista do que tem em casa, melhor.",
    llmTypeId: 1,
    author: "Dona Cida",
    daysAgo: 134.2,
    likes: 14,
    favorites: 13,
    views: 3420,
    picture: { scene: "fruit", palette: "caju", seed: "cardapio" },
    alt: "Natureza-morta de frutas brasileiras: abacaxi, manga, bananas, mamão e maracujá sobre azulejos",
  },
  {
    title: "Três dias numa cidade nova, a pé e de ônibus, sem correria",
    content: `Vou passar três dias em [cidade] em [mês], saindo de [bairro da hospedagem], sem carro. Somos [quem vai, idades]. Gostamos de [três interesses] e cansamos de [o que evitar]. Orçamento por dia, por pessoa: [valor], sem contar a hospedagem.

Planeje cada dia em torno de UM bairro, para andar em vez de atravessar a cidade. Para cada dia quero:
- manhã, tarde e fim de tarde, com um só lugar "âncora" por período e o resto como sugestão;
- como ir de um ponto ao outro (a pé, quantos minutos; ônibus ou metrô, qual linha);
- onde comer gastando pouco, longe da fila de turista;
- o que fazer se chover.

Confira o dia de fechamento de museus e feiras e avise quando não tiver certeza do horário. Deixe duas horas por dia sem nada. No fim, diga o que você cortou de propósito e por quê: talvez eu discorde.`,
    llmTypeId: 5,
    author: "otavio.films",
    daysAgo: 34.5,
    likes: 9,
    favorites: 10,
    views: 1175,
    picture: { scene: "road", palette: "praia", seed: "tresdias" },
    alt: "Perua carregada de malas numa estrada à beira-mar, com palmeiras e morros",
  },
  {
    title: "Cordel de aniversário em sextilhas, para ler em voz alta",
    content: `Escreva um cordel para os {idade} anos de {nome}, para ser lido na festa por quem não é ator.

Histórias verdadeiras que precisam aparecer:
1. {um apuro engraçado}
2. {uma mania que todo mundo conhece}
3. {uma coisa bonita que fez por alguém}

Forma: oito sextilhas, versos de sete sílabas poéticas, rimando o segundo, o quarto e o sexto verso (ABCBDB). Rima de verdade: nada de verbo no infinitivo com verbo no infinitivo a estrofe inteira, nem palavra repetida.

A primeira estrofe pede licença ao povo, as do meio contam as três histórias com exagero de feira, e a última abençoa quem faz anos e chama a hora do bolo. Palavras simples, humor sem humilhar ninguém, um bicho falante em algum lugar.

Depois do poema, marque as três linhas mais difíceis de ler e mostre onde respirar.`,
    description:
      "Quem faz anos guarda o papel para sempre. Se a métrica escorregar, peça: “reescreva só a estrofe 4, contando as sílabas”.",
    llmTypeId: 9,
    author: "joao.pedro",
    daysAgo: 266.8,
    likes: 12,
    favorites: 11,
    views: 2260,
    picture: { scene: "woodcut", palette: "sertao", seed: "cordel" },
    alt: "Xilogravura de um pavão de cauda aberta entre mandacarus, com sol e lua",
  },
  {
    title: "Reclamação de consumidor firme, educada e com prazo",
    content: `Ajude-me a escrever uma reclamação que a empresa leve a sério. Antes do texto, faça até cinco perguntas, uma só mensagem, sobre o que faltar nestes dados:

- O que comprei ou contratei, quando e por quanto: {produto ou serviço, data, valor}
- O que deu errado e desde quando: {problema}
- Contatos que já fiz, com datas e protocolos: {contatos}
- O que eu quero que aconteça: {troca, conserto, dinheiro de volta, cancelamento}

Depois das minhas respostas, entregue:

**A. Linha do tempo** com data e prova de cada fato (nota, foto, protocolo, conversa). Marque o que está sem prova.

**B. A carta**, em até 200 palavras: fatos em ordem, sem adjetivos; o pedido numa frase só; prazo de dez dias corridos; o que farei se não houver resposta. Tom de quem tem razão e não precisa gritar.

**C. A versão curta**, de 500 caracteres, para o formulário do atendimento.

Só mencione o Código de Defesa do Consumidor se o artigo couber no caso, e indique o número para eu conferir no texto oficial. Se o meu pedido for exagerado, diga antes de escrever.`,
    description:
      "Resolveu a geladeira que chegou amassada e a academia que não cancelava. Guarde a linha do tempo: ela serve para o Procon.",
    llmTypeId: 6,
    author: "Marina Tavares",
    daysAgo: 19.6,
    likes: 11,
    favorites: 12,
    views: 1498,
    picture: { scene: "letters", palette: "lagoa", seed: "reclamacao" },
    alt: "Envelope aberto de onde saem cartas que se dobram em aviões de papel",
  },
  {
    title: "Quarto pequeno que rende: mudar os móveis de lugar, sem comprar",
    content:
      "Olhe as fotos que anexei do meu quarto, de [largura × comprimento], com a porta na parede de [lado] e a janela na de [lado]. Durmo, trabalho e guardo [o quê] aqui. Primeiro descreva o que você vê e peça as medidas que faltarem; não chute tamanho de móvel. Depois proponha três arrumações usando só o que já existe: uma que dê mais luz à mesa, uma que deixe o maior pedaço de chão livre e uma que separe trabalho de descanso. Para cada uma, desenhe a planta em caracteres numa grade em que cada quadradinho vale 20 cm, mostre a folga para abrir porta, gaveta e janela e diga o que se perde. Termine com o passo a passo da mudança na ordem certa, para eu não precisar tirar tudo para o corredor, e com três coisas que eu poderia doar amanhã sem sentir falta.",
    llmTypeId: 5,
    author: "luiza-ilustra",
    daysAgo: 0.4,
    likes: 2,
    favorites: 3,
    views: 37,
    picture: { scene: "isometricRoom", palette: "goiaba", seed: "quarto" },
    alt: "Quarto pequeno em perspectiva isométrica, com cama, escrivaninha, prateleiras, violão e plantas",
  },
  {
    title: "História de dormir em que a criança escolhe o caminho",
    content: `Conte uma história de dormir para [nome], de [idade] anos, que hoje [o que aconteceu de bom ou de difícil no dia].

Personagem principal: [bicho ou brinquedo preferido]. Lugar: algum canto do Brasil com rio, mangue, cerrado ou serra, descrito por um som e um cheiro, não por lista de paisagens.

A história tem quatro partes curtas, de umas 120 palavras. No fim das três primeiras, pare e ofereça duas escolhas em uma frase cada, as duas boas, sem certo nem errado, e espere eu digitar a que a criança escolheu. As escolhas precisam mudar o que vem depois de verdade.

O ritmo vai desacelerando: frases mais compridas e calmas a cada parte, verbos de movimento no começo, de repouso no fim. O que aconteceu no dia aparece disfarçado, sem lição de moral e sem explicar sentimento. Nada de monstro na última parte, nada de gancho para amanhã.

Repita de vez em quando um refrão de até sete palavras que a criança possa dizer junto. A última frase é o refrão, mais baixinho.`,
    description: "Lá em casa a terceira escolha quase nunca chega: ela dorme antes.",
    llmTypeId: 8,
    author: "Beto Sampaio",
    daysAgo: 52.7,
    likes: 13,
    favorites: 12,
    views: 2045,
    picture: { scene: "hammock", palette: "noite", seed: "ninar" },
    alt: "Pessoa dorme numa rede armada entre a lua e um planeta com anéis",
  },
  {
    title: "Diário noturno: quatro perguntas e nenhum conselho",
    content: `Todas as noites vou escrever algumas linhas sobre o meu dia. Seu papel é perguntar bem e ouvir.

Faça quatro perguntas, uma por vez, cada uma nascida da resposta anterior:
1. sobre um momento concreto do dia, com hora e lugar;
2. sobre o que eu senti ali, pedindo uma palavra mais exata do que "bem", "mal" ou "cansada";
3. sobre outra pessoa que estava na cena e o que ela talvez tenha visto;
4. sobre o que eu quero deixar em hoje e o que levo para amanhã.

Não dê conselho, não elogie, não interprete, não use lista. Perguntas de no máximo vinte palavras. Se eu responder com uma linha só, tudo bem: siga.

Ao final, devolva o meu dia em um parágrafo, na primeira pessoa, usando as minhas palavras sempre que der, e uma linha de título com a data. Nada de moral no fim.

Comece com a primeira pergunta.`,
    description: "Rodo no meu próprio computador para que o diário não saia de casa. Leva uns sete minutos.",
    llmTypeId: 7,
    author: "iara_m",
    daysAgo: 6.1,
    likes: 6,
    favorites: 8,
    views: 262,
    picture: { scene: "rainyWindow", palette: "ipe", seed: "diario" },
    alt: "Caderno aberto sob um abajur, diante de uma janela com chuva e a cidade desfocada ao fundo",
  },
  {
    title: "Passo a passo de celular para imprimir e dar à minha avó",
    content: `Minha avó tem [idade] anos, enxerga pouco e quer fazer sozinha: [tarefa no celular]. O aparelho é [modelo e sistema].

Escreva uma folha para imprimir em letra grande:
- no máximo dez passos, um gesto por passo ("encoste o dedo uma vez", "arraste para cima");
- descreva os botões pela cor, pelo desenho e pelo lugar na tela, nunca só pelo nome em inglês;
- depois de cada passo, "O que deve aparecer:" em poucas palavras;
- a cada três passos, um "Se não apareceu isso", com o jeito seguro de voltar ao começo;
- nenhuma palavra que ela teria de perguntar: se for inevitável, explique com uma comparação de cozinha ou de costura.

No rodapé, em destaque: três pedidos que ninguém honesto faz por telefone ou mensagem (senha, código, transferência com pressa) e um espaço para o número de quem ela pode chamar.

Trate-a por senhora, como adulta inteligente que é. Se a tela mudar conforme a versão do sistema, me pergunte antes de escrever.`,
    llmTypeId: 1,
    author: "Jussara Lima",
    daysAgo: 1.8,
    likes: 5,
    favorites: 4,
    views: 121,
    picture: { scene: "coffee", palette: "mata", seed: "avo" },
    alt: "Mesa de café com xícara fumegante, cafeteira, pães de queijo e um ramo de café, diante de azulejos",
  },
];
