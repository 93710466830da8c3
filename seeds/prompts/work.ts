/** Demo prompts for a small business, customers and a job. */
import type { DemoPrompt } from "./demo-prompt.ts";

export const work: readonly DemoPrompt[] = [
  {
    key: "cliente-chateado",
    title: "Resposta a cliente chateado que não parece robô",
    content: `Escreva uma resposta a esta reclamação:

"""
[cole aqui a mensagem do cliente]
"""

O que aconteceu de verdade: [o fato, sem desculpas]
O que posso oferecer: [troca, reembolso, novo prazo…]
Canal: [WhatsApp, e-mail ou Instagram]

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

**Minha experiência:** [cole aqui]
**Anúncio da vaga:** [cole aqui]

**Passo 1.** Liste em uma tabela os requisitos da vaga, o que na minha experiência comprova cada um e onde há lacuna.
**Passo 2.** Faça até 5 perguntas para descobrir resultados que esqueci de contar (números, prazos, tamanho da equipe). Espere minhas respostas.
**Passo 3.** Escreva o currículo em uma página: resumo de 3 linhas, experiências com verbo no passado e resultado, formação e cursos. Sem foto, estado civil, RG ou CPF.
**Passo 4.** Sugira como falar de cada lacuna na entrevista com honestidade.`,
    description:
      "Trabalho com seleção há anos: o passo 2 é o que separa um currículo comum de um que chama para conversar.",
    llmTypeId: 1,
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
    content: `Quero abrir [uma banca de frutas cortadas e sucos] em [feira livre de bairro]. Tenho [R$ 3.000] e [2] manhãs por semana.

Monte um plano de uma página:
- **Cliente:** quem compra, o que compra hoje e por que trocaria.
- **Oferta:** até 5 produtos, com custo, preço e margem de cada um.
- **A conta que precisa fechar:** custos fixos do mês, ponto de equilíbrio em unidades por manhã e o que acontece se eu vender só a metade.
- **Primeiras 4 semanas:** o que testar, como medir e quando desistir.
- **Papelada:** o que perguntar à prefeitura e à vigilância sanitária (não invente taxas).

Mostre as contas linha por linha. Onde faltar dado, use uma hipótese marcada com (H) e diga como confirmar.`,
    llmTypeId: 8,
    author: "Dona Lúcia",
    daysAgo: 158,
    likes: 6,
    favorites: 4,
    views: 733,
    alt: "Banca de feira com toldo listrado, caixotes de frutas e um feirante sorrindo",
  },
  {
    key: "redator-de-marketing",
    title: "Redator de marketing para quem vende sozinho",
    content: `Você é redator(a) de marketing e atende um negócio de uma pessoa só. Prefere frase curta, detalhe concreto e nenhum "imperdível".

Meu negócio: [o que vendo, para quem, em que cidade]
O que aconteceu esta semana: [bastidor, pedido curioso, erro, estreia]
Meta da semana: [encher a agenda de quinta, vender o estoque azul…]

Crie o conteúdo de 5 dias. Para cada dia:
1. a ideia em uma linha;
2. o texto pronto, com até 60 palavras;
3. a foto que consigo fazer com o celular, na minha própria bancada;
4. a chamada, uma só, ligada à meta.

Regras: no máximo 2 hashtags, nada de urgência falsa, nada de pergunta que ninguém responderia ("quem aí ama café?"). Um dos dias deve ensinar algo útil a quem nunca vai comprar de mim.

No fim, diga qual dos cinco você cortaria e por quê.`,
    description:
      "Preencha o campo do bastidor com uma coisa pequena e verdadeira. É dela que saem os textos bons.",
    llmTypeId: 8,
    author: "Iara Monteiro",
    daysAgo: 3.4,
    likes: 4,
    favorites: 3,
    views: 318,
    alt: "Feirante sorrindo entre frutas e cachos de banana, sob um toldo listrado",
  },
  {
    key: "cosmetico-sem-milagre",
    title: "Descrição de cosmético artesanal sem promessa milagrosa",
    content: `Escreva a descrição de um [óleo corporal de laranja e alecrim, 120 ml] para minha loja virtual.

- 1 título de até 60 caracteres
- 1 parágrafo de até 50 palavras: cheiro, textura, quando usar
- 4 linhas: ingredientes, modo de usar, rendimento, cuidados
- 1 frase para a legenda da foto

Não prometa cura, emagrecimento ou rejuvenescimento, nem diga "100% natural". Fale com quem compra para dar de presente. Tom: [acolhedor e direto].`,
    llmTypeId: 9,
    author: "Iara Monteiro",
    daysAgo: 118,
    likes: 2,
    favorites: 1,
    views: 264,
    alt: "Frasco âmbar de rótulo geométrico sobre um plinto, diante de um arco",
  },
  {
    key: "nomes-com-contras",
    title: "Dez nomes para um negócio, com os contras à vista",
    content: `Sugira 10 nomes para [uma padaria de fermentação natural em bairro residencial].

Cada nome deve ser fácil de soletrar ao telefone, de preferência com até 3 sílabas, sem estrangeirismo e sem trocadilho que canse. Ao lado, escreva o que ele evoca e o principal problema: parece outra coisa, é difícil de achar na busca, envelhece mal.

Termine com os 3 que você defenderia e com o que devo checar antes de pintar a placa: registro de marca no INPI, domínio, perfil nas redes e o que a palavra quer dizer em outras línguas.`,
    llmTypeId: 9,
    author: "Dona Lúcia",
    daysAgo: 29,
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
Quero: [somar quanto cada cliente deve e está vencido há mais de 30 dias].

Responda com:
1. a fórmula pronta para colar;
2. a mesma fórmula explicada de dentro para fora, uma linha por função;
3. três linhas de exemplo com o resultado esperado, para eu conferir;
4. o erro mais comum ao copiá-la para baixo (e onde entra o \`$\`).`,
    llmTypeId: 11,
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
    content: `Estamos em [dezembro] e o projeto [nome] fracassou. Conte, como um relatório escrito depois, as 7 causas mais prováveis, da mais comum à mais improvável.

Para cada causa:
- o primeiro sinal que teríamos visto, e em que semana;
- quem perceberia antes de todo mundo e por que não falou;
- uma ação de até meio dia que podemos fazer agora.

Dados do projeto: [objetivo, prazo, equipe, orçamento, o que já foi prometido e a quem].

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
];
