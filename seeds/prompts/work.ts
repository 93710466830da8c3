/** Demo prompts for a small business, customers, a job, an office and public service. */
import type { DemoPrompt } from "./demo-prompt.ts";

export const work: readonly DemoPrompt[] = [
  {
    key: "cliente-chateado",
    title: "Resposta a cliente chateado que não parece robô",
    content: `Escreva uma resposta a esta reclamação:

"""
[mensagem do cliente]
"""

O que houve, sem desculpas: [o que aconteceu de verdade]
Troca, reembolso ou novo prazo: [o que posso oferecer]
Onde vou responder: [canal de atendimento]

Como escrever:
- Comece pelo problema dele, com as palavras dele; deixe o "agradecemos o contato" de fora.
- Uma frase de desculpas, sem "caso tenha havido algum transtorno".
- Diga o que será feito, por quem e até quando, com data.
- Até 90 palavras no WhatsApp; até 150 no e-mail.
- Termine com uma pergunta que ele consiga responder com sim ou não.

Faça duas versões, uma mais próxima e outra mais formal. Depois, avise se há algo na minha oferta que eu não deveria prometer por escrito.`,
    description:
      'O campo "o que aconteceu de verdade" faz toda a diferença. Sem ele, a resposta sai bonita e vazia.',
    llmTypeId: 1,
    tags: ["atendimento", "vendas"],
    author: "Iara Monteiro",
    daysAgo: 12,
    likes: 12,
    favorites: 7,
    views: 1106,
    alt: "Cartas saindo de um envelope e virando aviões de papel entre nuvens",
  },
  {
    key: "curriculo-honesto",
    title: "Currículo que conversa com a vaga, sem inventar nada",
    content: `Vou colar minha experiência e o anúncio de uma vaga. Adapte meu currículo sem acrescentar nada que eu não tenha dito.

**Minha experiência:** [minha experiência]
**Vaga:** [anúncio da vaga]

**Passo 1.** Liste em uma tabela os requisitos da vaga, o que na minha experiência comprova cada um e onde há lacuna.
**Passo 2.** Faça até 5 perguntas para descobrir resultados que esqueci de contar (números, prazos, tamanho da equipe). Espere minhas respostas.
**Passo 3.** Escreva o currículo em uma página: resumo de 3 linhas, experiências com verbo no passado e resultado, formação e cursos. Sem foto, estado civil, RG ou CPF.
**Passo 4.** Sugira como falar de cada lacuna na entrevista com honestidade.`,
    description:
      "Trabalho com seleção há anos: o passo 2 é o que separa um currículo comum de um que chama para conversar.",
    llmTypeId: 1,
    tags: ["currículo", "emprego"],
    author: "Graça Menezes",
    daysAgo: 71,
    likes: 15,
    favorites: 12,
    views: 1968,
    alt: "Caderno com gráfico, calculadora e café sobre uma mesa cor-de-rosa",
  },
  {
    key: "banca-de-feira",
    title: "Plano de negócio de uma página para banca de feira",
    content: `Quero abrir uma banca de [o que quero vender] em [lugar da feira]. Tenho R$ [dinheiro para começar] e [manhãs livres na semana] manhãs por semana.

Monte um plano de uma página:
- **Cliente:** quem compra, o que compra hoje e por que trocaria.
- **Oferta:** até 5 produtos, com custo, preço e margem de cada um.
- **A conta que precisa fechar:** custos fixos do mês, ponto de equilíbrio em unidades por manhã e o que acontece se eu vender só a metade.
- **Primeiras 4 semanas:** o que testar, como medir e quando desistir.
- **Papelada:** o que perguntar à prefeitura e à vigilância sanitária (não invente taxas).

Mostre as contas linha por linha. Onde faltar dado, use uma hipótese marcada com (H) e diga como confirmar.`,
    llmTypeId: 8,
    tags: ["feira", "pequeno negócio"],
    author: "Dona Lúcia",
    daysAgo: 465,
    likes: 6,
    favorites: 4,
    views: 733,
    alt: "Banca de feira com toldo listrado, caixotes de frutas e um feirante sorrindo",
  },
  {
    key: "preco-da-roca",
    title: "Preço por quilo do que sai da roça",
    content: `sou produtor de [o que planto] e vendo na feira e pra um mercadinho daqui. me ajuda a achar o preço certo por quilo, sempre vendi no olho

gastos do mes (adubo, frete, ajudante, caixa): [gastos do mês]
colho mais ou menos [quilos colhidos por mês] quilos por mes e perco uns [quilos perdidos por mês]

quero saber quanto cada quilo custa pra mim, por quanto vender na feira e por quanto fazer pro mercado sem tomar prejuiso. faz a conta devagar, passo por passo, que eu vou mostrar pra minha esposa`,
    llmTypeId: 1,
    tags: ["feira", "roça", "pequeno negócio"],
    remixOf: {
      key: "banca-de-feira",
      note: "Tirei a parte de abrir a banca. Eu já vendo, só queria acertar o preço.",
    },
    author: "Nivaldo da Serra",
    daysAgo: 3.4,
    likes: 7,
    favorites: 5,
    views: 318,
    alt: "Feirante sorrindo entre frutas e cachos de banana, sob um toldo listrado",
  },
  {
    key: "cosmetico-sem-milagre",
    title: "Descrição de cosmético artesanal sem promessa milagrosa",
    content: `Escreva a descrição de [produto e tamanho] para minha loja virtual.

- 1 título de até 60 caracteres
- 1 parágrafo de até 50 palavras: cheiro, textura, quando usar
- 4 linhas: ingredientes, modo de usar, rendimento, cuidados
- 1 frase para a legenda da foto

Não prometa cura, emagrecimento ou rejuvenescimento, nem diga "100% natural". Fale com quem compra para dar de presente. Tom: [tom do texto].`,
    llmTypeId: 9,
    author: "Iara Monteiro",
    daysAgo: 505,
    likes: 2,
    favorites: 1,
    views: 264,
    alt: "Frasco âmbar de rótulo geométrico sobre um pedestal, diante de um arco",
  },
  {
    key: "nomes-com-contras",
    title: "Dez nomes para um negócio, com os contras à vista",
    content: `Sugira 10 nomes para [tipo de negócio e lugar].

Cada nome deve ser fácil de soletrar ao telefone, de preferência com até 3 sílabas, sem estrangeirismo e sem trocadilho que canse. Ao lado, escreva o que ele evoca e o principal problema: parece outra coisa, é difícil de achar na busca, envelhece mal.

Termine com os 3 que você defenderia e com o que devo checar antes de pintar a placa: registro de marca no INPI, domínio, perfil nas redes e o que a palavra quer dizer em outras línguas.`,
    llmTypeId: 9,
    author: "Dona Lúcia",
    daysAgo: 487,
    likes: 2,
    favorites: 1,
    views: 301,
    alt: "Prato de pães de queijo e xícara de café, com um ramo de café maduro",
  },
  {
    key: "formula-peca-por-peca",
    title: "Fórmula de planilha explicada peça por peça",
    content: `Preciso de uma fórmula de planilha em português do Brasil (com separador \`;\`).

Tenho: coluna A com datas, B com o nome do cliente, C com o valor e D com "pago" ou "aberto".
Quero: [o que a fórmula deve calcular].

Responda com:
1. a fórmula pronta para colar;
2. a mesma fórmula explicada de dentro para fora, uma linha por função;
3. três linhas de exemplo com o resultado esperado, para eu conferir;
4. o erro mais comum ao copiar para baixo (e onde entra o \`$\`).`,
    llmTypeId: 11,
    tags: ["planilha"],
    author: "Graça Menezes",
    daysAgo: 39,
    likes: 5,
    favorites: 7,
    views: 655,
    alt: "Tela com planilha, uma célula em destaque e pequenos gráficos",
  },
  {
    key: "pre-mortem",
    title: "Pré-mortem: como este projeto vai dar errado",
    content: `Estamos em [mês em que o projeto termina] e o projeto [nome do projeto] fracassou. Conte, como um relatório escrito depois, as 7 causas mais prováveis, da mais comum à mais improvável.

Para cada causa:
- o primeiro sinal que teríamos visto, e em que semana;
- quem perceberia antes de todo mundo e por que não falou;
- uma ação de até meio dia que podemos fazer agora.

Objetivo, prazo, equipe, orçamento e o que já foi prometido: [dados do projeto].

Não me console. Separe o que você sabe do que está supondo. No final, diga em qual das 7 apostaria e que informação mudaria a sua opinião.`,
    description: "Bom para fazer em grupo: cada pessoa escreve as suas causas antes de ler as da ferramenta.",
    llmTypeId: 6,
    author: "Caio Nogueira",
    daysAgo: 176,
    likes: 9,
    favorites: 6,
    views: 1012,
    alt: "Mapa de linhas de metrô que se cruzam sobre um rio, com um destino marcado",
  },
  {
    key: "decisao-para-o-cliente",
    title: "Explicar a decisão do juiz para o cliente, sem juridiquês",
    content: `Trabalho num escritório de advocacia pequeno e preciso explicar uma decisão pro cliente, que não é da área. Segue a decisão, já tirei os nomes: [texto da decisão]

Escreve uma mensagem de no máximo 15 linhas: o que o juiz decidiu, o que muda na prática, se cabe recurso e o que ele precisa mandar pra gente. Sem latim e sem prometer resultado. Se vc tiver duvida em alguma parte da decisão me fala antes, não chuta. O prazo eu confiro depois no sistema.`,
    llmTypeId: 6,
    tags: ["direito", "atendimento"],
    remixOf: {
      key: "contrato-de-aluguel",
      note: "No lugar do contrato vai a decisão, e sai uma mensagem de WhatsApp em vez da tabela.",
    },
    author: "Paula Reis",
    daysAgo: 27,
    likes: 6,
    favorites: 8,
    views: 511,
    alt: "Estante de livros com um gato dormindo entre as prateleiras",
  },
  {
    key: "ata-da-transcricao",
    title: "Ata do conselho a partir da transcrição automática",
    content: `trabalho na prefeitura e preciso fazer a ata da reunião do [nome do conselho]. segue a transcrição automática, saiu cheia de erro: [transcrição da reunião]

Faz do jeito que a gente usa: data, quem estava, o que foi discutido, o que ficou decidido e quem ficou de fazer o que, até quando. Linguagem simples, sem "outrossim". Onde não deu pra entender escreve (inaudível), não completa por conta propria. Máximo 1 página`,
    llmTypeId: 11,
    tags: ["ata", "serviço público"],
    author: "Jorge Lacerda",
    daysAgo: 55,
    likes: 5,
    favorites: 5,
    views: 593,
    alt: "Fitas cassete de rótulos geométricos, arrumadas em diagonal",
  },
  {
    key: "recado-do-posto",
    title: "Recado do posto de saúde que todo mundo entende",
    content: `Sou agente comunitária de saúde. Me ajuda com um recado de WhatsApp pras famílias da minha área sobre [campanha ou exame]. Vai ser no posto [nome do posto], em [data e horário]. Precisa levar [documentos necessários].

Muita gente aqui lê pouco, então frase curta, sem palavra difícil, de um jeito que dê pra eu ler em voz alta na visita. Não põe nome de paciente nem fala de remédio. Faz tbm uma versão pra quem faltou, sem dar bronca 🙏`,
    llmTypeId: 1,
    tags: ["saúde", "atendimento", "recado"],
    author: "Cida Ferreira",
    daysAgo: 38,
    likes: 11,
    favorites: 10,
    views: 927,
    alt: "Quadrados coloridos com desenhos do dia a dia: relógio, calendário, gota, coração e folhas",
  },
];
