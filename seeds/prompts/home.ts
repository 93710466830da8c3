/** Demo prompts for the house, the family, neighbours and everyday doubts. */
import type { DemoPrompt } from "./demo-prompt.ts";

export const home: readonly DemoPrompt[] = [
  {
    key: "jantar-da-geladeira",
    title: "Jantar com o que sobrou na geladeira",
    content: `me ajuda com a janta de hoje? tenho em casa [ingredientes que você tem] e de tempero [temperos que você tem]. somos em [número de pessoas] pessoas e queria algo pra ficar pronto em meia hora

me da 3 ideias simples, com o passo a passo curtinho e como guardar o que sobrar. se algum ingrediente ja pode ter estragado me fala como eu vejo. não precisa de nada chique`,
    description: "Por exemplo: 2 cenouras, meio repolho, 3 ovos, arroz de ontem e um resto de frango.",
    llmTypeId: 1,
    tags: ["cozinha", "receita"],
    history: [
      {
        content: `me ajuda com a janta de hoje? tenho em casa [ingredientes que você tem]. somos em [número de pessoas] pessoas

me da 3 ideias simples`,
        changedDaysAgo: 4.2,
        note: "Agora ele pergunta dos temperos e não demora mais de meia hora",
      },
    ],
    author: "Dona Lúcia",
    daysAgo: 5.6,
    likes: 9,
    favorites: 5,
    views: 702,
    alt: "Natureza-morta com abacaxi, manga, cajus, mamão e maracujá sobre toalha geométrica",
  },
  {
    key: "aviso-do-condominio",
    title: "Aviso do condomínio sem bronca",
    content: `Sou síndica de um prédio de [número de apartamentos] apartamentos. Preciso de um aviso pro elevador e outro pro grupo do zap sobre [assunto do aviso]. Vai ser em [data e horário].

Já teve briga por causa disso então escreve com calma, sem bronca e sem letra maiuscula. Diz o que a pessoa precisa fazer e com quem falar se der problema: [contato do prédio]. O do zap no máximo 5 linhas`,
    llmTypeId: 5,
    tags: ["condomínio", "recado"],
    author: "Sandra Couto",
    daysAgo: 16,
    likes: 8,
    favorites: 9,
    views: 589,
    alt: "Colcha de quadrados coloridos com casas, relógios, xícaras e frutas",
  },
  {
    key: "cupons-viram-planilha",
    title: "Gastos do MEI a partir das fotos dos cupons",
    content: `Sou costureira e MEI, vou te mandar as fotos dos cupons do mês. Faz uma tabela pra eu colar na planilha: data, loja, o que comprei, valor e se é gasto da casa ou do ateliê.

Se não der pra ler algum valor põe ? e não inventa. No final soma só o que é do ateliê e me diz quanto sobrou, esse mês entrou R$ [quanto entrou no mês]. E me avisa se estou chegando perto do limite do MEI, no ano já faturei R$ [quanto faturei no ano].`,
    llmTypeId: 5,
    tags: ["MEI", "planilha", "pequeno negócio"],
    history: [
      {
        content: `Sou costureira e MEI, vou te mandar as fotos dos cupons do mês. Faz uma tabela pra eu colar na planilha: data, loja, o que comprei e valor.

No final soma tudo e me diz quanto sobrou, esse mês entrou R$ [quanto entrou no mês].`,
        changedDaysAgo: 13,
        note: "Separa o que é da casa do que é do ateliê",
      },
      {
        content: `Sou costureira e MEI, vou te mandar as fotos dos cupons do mês. Faz uma tabela pra eu colar na planilha: data, loja, o que comprei, valor e se é gasto da casa ou do ateliê.

No final soma só o que é do ateliê e me diz quanto sobrou, esse mês entrou R$ [quanto entrou no mês].`,
        changedDaysAgo: 11,
        note: "Não inventa mais valor borrado e avisa do limite do MEI",
      },
    ],
    author: "rafa_costuras",
    daysAgo: 17,
    likes: 8,
    favorites: 7,
    views: 637,
    alt: "Tela com planilha e gráficos em um escritório claro, com planta e luminária",
  },
  {
    key: "cafe-coado",
    title: "O que há de errado com o meu café coado?",
    content: `Meu café coado tá saindo [o que há de errado no café]. Uso [gramas de pó] gramas de pó pra [ml de água] ml de água, moagem [tipo de moagem], coador de [tipo de coador], e leva uns [minutos de preparo] minutos.

Me fala o que mudar, mas uma coisa só de cada vez. Aí eu faço, provo e te conto. Sem frescura de barista, por favor rs`,
    llmTypeId: 5,
    tags: ["cozinha"],
    author: "Zeca Batuque",
    daysAgo: 8.2,
    likes: 6,
    favorites: 2,
    views: 512,
    alt: "Xícara de café fumegante diante de uma parede de azulejos azuis",
  },
  {
    key: "contrato-de-aluguel",
    title: "Contrato de aluguel em linguagem de gente",
    content: `Vou colar um contrato de aluguel residencial. Você não substitui um advogado; quero entender o que vou assinar.

Para cada cláusula, responda em quatro colunas:
1. O que diz, em uma frase que a minha avó entenderia.
2. A quem favorece: inquilino, proprietário ou ambos.
3. Que pergunta devo fazer antes de assinar.
4. Gravidade: tranquila, atenção ou "não assine sem conversar".

Depois:
- liste prazos, multas e reajustes, com o cálculo de um exemplo em reais;
- aponte o que costuma existir em contratos assim e **não** está neste (vistoria, devolução da caução, benfeitorias, rescisão);
- redija um e-mail educado pedindo as três mudanças mais importantes.

Quando a lei tratar do assunto, cite o artigo e lembre que preciso conferir o texto em vigor. Se não tiver certeza, diga.

<contrato>
[contrato sem nomes nem documentos]
</contrato>`,
    description:
      "Apague nomes, CPF e endereço antes de colar. Para decidir qualquer coisa séria, leve as perguntas a um profissional.",
    llmTypeId: 6,
    tags: ["direito", "contrato"],
    author: "Otávio Brandt",
    daysAgo: 64,
    likes: 12,
    favorites: 11,
    views: 1531,
    alt: "Balança dourada com uma casa em um prato e um contrato com chaves no outro",
  },
  {
    key: "consertar-ou-trocar",
    title: "Consertar ou trocar? A conta antes da compra",
    content: `Meu aparelho: [aparelho e ano da compra]
O que acontece: [defeito]
Orçamento do conserto: R$ [preço do conserto]

Pesquise na web, em lojas brasileiras, e responda:
1. causas prováveis, da mais barata à mais cara, e o teste que consigo fazer sem abrir nada ligado na tomada;
2. preço atual das peças e de um aparelho equivalente novo e usado, com link e data;
3. quanto tempo a mais de uso o conserto costuma dar;
4. sua recomendação em uma frase, e o que a faria mudar.

Se houver risco elétrico, diga claramente que é serviço para um técnico.`,
    llmTypeId: 12,
    author: "Otávio Brandt",
    daysAgo: 476,
    likes: 1,
    favorites: 1,
    views: 198,
    alt: "Braço de um toca-discos sobre o vinil, com capas coloridas ao lado",
  },
  {
    key: "confira-antes-de-repassar",
    title: "É verdade? Confira antes de repassar no grupo da família",
    content: `recebi isso no grupo da família: [mensagem recebida]

é verdade?? pesquisa na internet e me responde curtinho pra eu colar no grupo, com o link de onde vc viu. se for mentira fala com jeito que foi minha tia que mandou rs. se não achar nada confiavel fala que não achou`,
    llmTypeId: 1,
    tags: ["família"],
    history: [
      {
        content: `recebi isso no grupo da família: [mensagem recebida]

é verdade?? pesquisa na internet e me responde curtinho pra eu colar no grupo`,
        changedDaysAgo: 0.7,
        note: "Com o link de onde ele viu, e com jeito",
      },
    ],
    author: "Graça Menezes",
    daysAgo: 1.3,
    likes: 3,
    favorites: 1,
    views: 176,
    alt: "Avião de papel cruzando o céu diante de um grande sol",
  },
  {
    key: "festa-junina-da-escola",
    title: "Festa junina da escola: do cronograma à sobra de canjica",
    content: `Sou da comissão da festa junina de uma escola com [número de alunos] alunos. A festa é em [data e horário], no pátio, com [número de voluntários] voluntários e R$ [dinheiro em caixa] em caixa.

Faça:
1. Cronograma de trás para a frente, de seis semanas antes até o dia seguinte, com responsável por tarefa.
2. Lista de barracas (comidas e brincadeiras), quanto comprar de cada coisa e um preço de venda que pague o custo e deixe 30%.
3. Escala dos voluntários em turnos de no máximo 2 horas, para que todos também aproveitem.
4. Plano para chuva e opções para quem não come açúcar, glúten ou carne.
5. Três recados curtos para o grupo das famílias: convite, pedido de ajuda e agradecimento.

Escreva como quem já organizou dez dessas e sabe o que dá errado.`,
    description: "Serve para qualquer festa de escola: troque junho por outubro e canjica por pipoca.",
    llmTypeId: 1,
    tags: ["escola", "festa junina"],
    author: "Dona Lúcia",
    daysAgo: 147,
    likes: 10,
    favorites: 6,
    views: 1244,
    alt: "Festa junina à noite, com bandeirinhas, fogueira, casas coloridas e um casal dançando",
  },
  {
    key: "louvor-de-domingo",
    title: "Escala do louvor e recado para o grupo da igreja",
    content: `Oi! Preciso da escala do louvor de [mês da escala]. Quem toca e canta: [nomes e o que cada um faz]. Quem não pode em algum dia: [quem não pode e quando]. Os cultos são [dias e horários dos cultos].

Ninguém fica dois domingos seguidos, e os mais novos sempre junto com alguem de experiência. Depois escreve a mensagem pro grupo com a escala, carinhosa mas curtinha, com um versículo no final (confere se a referência está certa).`,
    llmTypeId: 1,
    tags: ["igreja"],
    author: "Rute Andrade",
    daysAgo: 46,
    likes: 7,
    favorites: 6,
    views: 472,
    alt: "Fitas cassete coloridas vistas de perto, sobre fundo lilás",
  },
];
