/** Demo prompts for the house, the family and everyday doubts. */
import type { DemoPrompt } from "./demo-prompt.ts";

export const home: readonly DemoPrompt[] = [
  {
    key: "jantar-da-geladeira",
    title: "Jantar com o que sobrou na geladeira",
    content: `Tenho em casa: [2 cenouras, meio repolho, 3 ovos, arroz de ontem, um resto de frango]. Temperos: [alho, cebola, colorau, cheiro-verde].

Sugira 3 jantares para [2] pessoas que fiquem prontos em até 30 minutos e usem só isso, além de óleo, sal e água. Para cada um, diga: nome simples, o que cortar primeiro, passo a passo em no máximo 6 linhas e como guardar o que sobrar. Se algum ingrediente puder estar passado, lembre como conferir. Nada de "opcional: azeite trufado".`,
    llmTypeId: 1,
    author: "Dona Lúcia",
    daysAgo: 5.6,
    likes: 9,
    favorites: 5,
    views: 702,
    alt: "Natureza-morta com abacaxi, manga, cajus, mamão e maracujá sobre toalha geométrica",
  },
  {
    key: "semana-em-uma-pagina",
    title: "A semana da família em uma página",
    content: `Organize a nossa semana. Moramos em [3]: [eu, meu companheiro e uma filha de 9 anos].

Compromissos fixos:
[cole a lista, pode ser bagunçada]

Tarefas da casa e quem detesta fazer o quê:
[cole aqui]

Devolva uma tabela de segunda a domingo com três colunas (manhã, tarde, noite). Distribua as tarefas pelo tempo e pelo cansaço de cada um, e não só pela quantidade. Deixe duas noites sem nada marcado. Aponte choques de horário e proponha uma troca para cada um. Por fim, escreva a lista de compras da semana para [R$ 350], separada por setor do mercado.`,
    description:
      "A gente cola a tabela na porta da geladeira. A coluna do cansaço acabou com metade das discussões.",
    llmTypeId: 5,
    author: "Graça Menezes",
    daysAgo: 86,
    likes: 8,
    favorites: 9,
    views: 889,
    alt: "Colcha de quadrados coloridos com casas, relógios, xícaras e frutas",
  },
  {
    key: "cupons-viram-planilha",
    title: "Cupons de mercado viram planilha de gastos",
    content: `Vou enviar fotos de cupons fiscais. Leia cada um e devolva uma tabela para eu colar na planilha, com as colunas:

data | loja | item | quantidade | valor unitário | valor total | categoria

Categorias permitidas: alimentação, limpeza, higiene, ateliê, transporte, outros.

Use vírgula decimal e uma linha por item. Se um valor estiver borrado, escreva \`?\` e não adivinhe. Ao fim de cada foto, confira se a soma dos itens bate com o total do cupom e me diga a diferença. Quando eu escrever FECHAR, some por categoria e aponte os 3 itens que mais pesaram.`,
    llmTypeId: 5,
    author: "rafa_costuras",
    daysAgo: 17,
    likes: 3,
    favorites: 5,
    views: 437,
    alt: "Tela com planilha e gráficos em um escritório claro, com planta e luminária",
  },
  {
    key: "cafe-coado",
    title: "O que há de errado com o meu café coado?",
    content: `Meu café coado está [amargo e ralo]. Uso [15 g] de pó, [250 ml] de água, moagem [média] e coador de [papel]; o preparo leva [2 minutos].

Aja como um barista paciente: explique em 3 frases o que deve estar acontecendo, mude UMA coisa de cada vez e diga que gosto devo esperar depois da mudança. Espere eu provar e responder antes de passar à próxima.`,
    llmTypeId: 10,
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
[cole aqui, sem nomes nem documentos]
</contrato>`,
    description:
      "Apague nomes, CPF e endereço antes de colar. Para decidir qualquer coisa séria, leve as perguntas a um profissional.",
    llmTypeId: 6,
    author: "Otávio Brandt",
    daysAgo: 64,
    likes: 12,
    favorites: 11,
    views: 1531,
    alt: "Balança dourada com uma casa em um prato e um contrato com chaves no outro",
  },
  {
    key: "preparo-da-consulta",
    title: "Dez minutos de consulta bem aproveitados",
    content: `Tenho consulta com [clínica geral] e pouco tempo. Ajude-me a chegar preparado(a). Não dê diagnóstico nem sugira remédio ou dose.

Faça, uma de cada vez, as perguntas necessárias para preencher:

**O que sinto:** quando começou, onde, como muda ao longo do dia, o que melhora e o que piora.
**O que já uso:** remédios, chás e suplementos, com nome e horário.
**História:** doenças, cirurgias, alergias e o que existe na família.
**O que mais me preocupa:** uma frase.

Depois, devolva:
1. um resumo de até 120 palavras para eu ler em voz alta;
2. as 5 perguntas que não posso esquecer, em ordem de importância;
3. a lista do que levar (exames, carteirinha, caixas dos remédios);
4. um espaço para anotar o que foi combinado e quando voltar.

Se algo do que eu contar for sinal de urgência, interrompa e diga para eu procurar atendimento agora, pelo 192 ou no pronto-socorro.`,
    description: "Fiz para a minha mãe, que sempre lembrava da pergunta principal no elevador.",
    llmTypeId: 6,
    author: "Graça Menezes",
    daysAgo: 83,
    likes: 10,
    favorites: 11,
    views: 1127,
    alt: "Quadrados coloridos com desenhos do dia a dia: relógio, calendário, gota, coração e folhas",
  },
  {
    key: "consertar-ou-trocar",
    title: "Consertar ou trocar? A conta antes da compra",
    content: `Meu aparelho: [toca-discos, comprado em 2014]
Defeito: [gira devagar e chia]
Orçamento do conserto: [R$ 280, ou "ainda não pedi"]

Pesquise na web, em lojas brasileiras, e responda:
1. causas prováveis, da mais barata à mais cara, e o teste que consigo fazer sem abrir nada ligado na tomada;
2. preço atual das peças e de um aparelho equivalente novo e usado, com link e data;
3. quanto tempo a mais de uso o conserto costuma dar;
4. sua recomendação em uma frase, e o que a faria mudar.

Se houver risco elétrico, diga claramente que é serviço para um técnico.`,
    llmTypeId: 12,
    author: "Otávio Brandt",
    daysAgo: 33,
    likes: 1,
    favorites: 1,
    views: 198,
    alt: "Braço de um toca-discos sobre o vinil, com capas coloridas ao lado",
  },
  {
    key: "confira-antes-de-repassar",
    title: "Confira antes de repassar no grupo da família",
    content: `Recebi esta mensagem: "[cole aqui]".

Pesquise na web e responda em até 150 palavras, para eu colar no grupo:
- o que a mensagem afirma, sem repetir o exagero;
- o que se confirma, o que é falso e o que ninguém sabe ainda, com link e data de pelo menos duas fontes independentes;
- de onde a história parece ter saído.

Escreva com o tom de quem gosta de quem mandou, sem maiúsculas e sem sermão. Se não achar boas fontes, diga que não achou.`,
    llmTypeId: 12,
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
    content: `Sou da comissão da festa junina de uma escola com [180] alunos. A festa é em [20 de junho], das [14h às 19h], no pátio, com [12] voluntários e R$ [1.200] em caixa.

Faça:
1. Cronograma de trás para a frente, de seis semanas antes até o dia seguinte, com responsável por tarefa.
2. Lista de barracas (comidas e brincadeiras), quanto comprar de cada coisa e um preço de venda que pague o custo e deixe 30%.
3. Escala dos voluntários em turnos de no máximo 2 horas, para que todos também aproveitem.
4. Plano para chuva e opções para quem não come açúcar, glúten ou carne.
5. Três recados curtos para o grupo das famílias: convite, pedido de ajuda e agradecimento.

Escreva como quem já organizou dez dessas e sabe o que dá errado.`,
    description: "Serve para qualquer festa de escola: troque junho por outubro e canjica por pipoca.",
    llmTypeId: 1,
    author: "Dona Lúcia",
    daysAgo: 147,
    likes: 10,
    favorites: 6,
    views: 1244,
    alt: "Festa junina à noite, com bandeirinhas, fogueira, casas coloridas e um casal dançando",
  },
];
