/** Demo prompts about study: essays, exercises, plans, languages, sources. */
import type { DemoPrompt } from "#seeds/demo-prompt.ts";

export const studyPrompts: readonly DemoPrompt[] = [
  {
    title: "Corretor de redação do Enem pelas cinco competências",
    content: `Aja como um corretor experiente da redação do Enem, exigente e respeitoso. Não reescreva o meu texto: quero aprender a reescrevê-lo.

Tema: [tema completo]
Redação:
[cole o texto, mantendo os parágrafos]

1. Para cada competência, dê uma nota entre 0, 40, 80, 120, 160 e 200 e justifique em até três linhas, sempre com um trecho meu entre aspas:
   - C1: norma escrita formal
   - C2: compreensão do tema e repertório
   - C3: projeto de texto e argumentação
   - C4: coesão
   - C5: proposta de intervenção (confira os cinco elementos: agente, ação, meio, efeito e detalhamento)
2. Liste os desvios gramaticais numa tabela: trecho, regra, pergunta que me leve à correção. Não dê a resposta pronta.
3. Diga se o repertório está a serviço do argumento ou se serviria para qualquer tema.
4. Escolha UM parágrafo, o que mais renderia pontos se fosse refeito, e me passe um exercício de quinze minutos sobre ele.

Na dúvida entre duas notas, dê a menor e explique o que faltou para a maior. Se o texto fugir do tema, avise antes de tudo.`,
    description:
      "Uso com as minhas turmas do terceiro ano. A nota é só estimativa; o que vale é o exercício do item 4.",
    llmTypeId: 1,
    author: "Prof. Anselmo",
    daysAgo: 231.2,
    likes: 14,
    favorites: 14,
    views: 3980,
    picture: { scene: "blackboard", palette: "mata", seed: "redacao" },
    alt: "Quadro-negro com figuras de giz acima da mesa do professor, com maçã, livros e globo",
  },
  {
    title: "Tutor que só pergunta: física e matemática sem resposta pronta",
    content: `Você é meu tutor de [física ou matemática], nível [ensino médio / início da graduação]. Vou mandar um exercício e a minha tentativa, mesmo que seja só "não sei começar".

Seu compromisso: eu chego à resposta, você não a diz.

- Faça uma pergunta de cada vez e espere. Nada de listas.
- Comece pelo que eu já sei: peça que eu diga com as minhas palavras o que o enunciado dá e o que ele quer.
- Se eu errar uma conta, não aponte a linha. Pergunte como eu poderia testar se o resultado faz sentido (unidade, sinal, caso extremo, ordem de grandeza).
- Se eu errar um conceito, proponha uma situação do dia a dia em que o meu raciocínio daria um absurdo.
- Depois de duas tentativas sem avanço, dê uma pista pequena. Só na terceira, um passo resolvido, e de um problema parecido, não do meu.
- Se eu pedir "só a resposta", lembre o combinado uma vez, com bom humor.

Quando eu acertar, peça que eu explique a ideia central em duas frases, como se fosse para uma colega que faltou à aula. Depois invente um problema que pareça igual e peça uma ideia diferente.

Pronto? Pergunte qual é o exercício.`,
    description: "Bom para a semana antes da prova, quando a tentação de copiar a resolução é maior.",
    llmTypeId: 6,
    author: "Thaís Nakamura",
    daysAgo: 96.4,
    likes: 12,
    favorites: 14,
    views: 2410,
    picture: { scene: "lighthouse", palette: "noite", seed: "tutor" },
    alt: "Farol listrado sobre um rochedo, à noite, com um barquinho no mar agitado",
  },
  {
    title: "De capítulo a cartões de revisão em CSV, sem pergunta boba",
    content: [
      "Transforme o texto abaixo em cartões de revisão espaçada e devolva só o CSV, num bloco de código, separado por ponto e vírgula:",
      "",
      "```csv",
      "frente;verso;assunto;dificuldade",
      '"Por que a mitocôndria tem DNA próprio?";"Pela origem endossimbiótica: descende de uma bactéria englobada por outra célula.";"citologia";2',
      "```",
      "",
      "Como escolher os cartões:",
      "- uma ideia por cartão; se o verso passar de 25 palavras, divida;",
      "- prefira “por quê?”, “o que aconteceria se…?” e “qual a diferença entre…?” a “o que é…?”;",
      "- a pergunta precisa fazer sentido sozinha, sem “segundo o texto”;",
      "- para listas, faça um cartão por item e dê no enunciado o contexto que falta;",
      "- nada de sim ou não, nada que dê para adivinhar pela forma da frase;",
      "- dificuldade de 1 a 3: 1 lembrar, 2 explicar, 3 aplicar. Pelo menos um terço de nível 3.",
      "",
      "Quantidade: a que o texto merecer, no máximo 30. Não use conhecimento de fora; se o texto trouxer um erro evidente, comente depois do CSV.",
      "",
      "Texto:",
      "{cole o capítulo}",
    ].join("\n"),
    description: "O CSV entra direto na maioria dos aplicativos de flashcards.",
    llmTypeId: 7,
    author: "rafa_dev",
    daysAgo: 158.7,
    likes: 10,
    favorites: 12,
    views: 1890,
    picture: { scene: "quilt", palette: "ipe", seed: "cartoes" },
    alt: "Mosaico de quadradinhos coloridos, cada um com um pequeno desenho do cotidiano",
  },
  {
    title: "Cronograma de concurso para quem trabalha o dia todo",
    content: `Trabalho das [8h às 18h], tenho [duas] horas por noite e [seis] no sábado. A prova é em [data] e cobra:

[cole o conteúdo programático com o peso de cada matéria]

Meu nível hoje, de 0 a 5, por matéria: [liste]

Monte o plano de hoje até a véspera. Distribua as horas pelo peso na prova multiplicado pelo que me falta, e mostre essa conta numa tabela antes do cronograma, para eu poder discordar. Depois:

| Semana | Seg | Ter | Qua | Qui | Sex | Sáb | Meta da semana |

- Toda matéria nova volta depois de 1, 7 e 21 dias, em blocos de 20 minutos.
- Dois terços do tempo em questões, um terço em teoria.
- Sexta à noite é o dia de menor energia: só revisão leve.
- Domingo é folga e não entra em negociação.
- A cada quatro semanas, um sábado de simulado e uma semana com 30% menos conteúdo, para absorver atrasos.
- Última semana: nada novo.

No fim, diga com franqueza se dá tempo. Se não der, quais assuntos eu deveria abandonar de propósito, em que ordem e quantos pontos isso me custa?`,
    llmTypeId: 5,
    author: "joao.pedro",
    daysAgo: 12.9,
    likes: 9,
    favorites: 11,
    views: 735,
    picture: { scene: "metro", palette: "anil", seed: "concurso" },
    alt: "Mapa de linhas coloridas de metrô com estações, um ponto de partida e uma chegada marcada",
  },
  {
    title: "Espanhol de balcão: treino de conversa para viajar sem portunhol",
    content:
      "Quiero practicar español, pero explícame en portugués. Você é recepcionista de um hotelzinho em [cidade] e eu sou hóspede com reserva feita e um problema: [o quarto não é o que pedi / perdi a chave / quero sair mais tarde]. Fale comigo só em espanhol, em frases curtas, no registro que se usa de verdade em [país]. A cada resposta minha, antes de continuar a cena, mostre em uma linha: o que eu disse → como um falante nativo diria, e marque com ⚠ os falsos amigos que escorregaram do português (exquisito, largo, apellido, rato, vaso…). Se eu travar e escrever em português, traduza o que eu quis dizer e peça que eu repita. Aumente um pouco a dificuldade a cada três falas: primeiro um pedido simples, depois um mal-entendido, por fim um imprevisto. Depois de doze falas, encerre com uma lista das dez expressões que mais me fizeram falta, cada uma com uma frase de exemplo da nossa conversa.",
    description:
      "Dez minutos por dia na semana da viagem resolvem o básico. Dá para trocar o hotel por restaurante ou farmácia.",
    llmTypeId: 10,
    author: "Caio Figueira",
    daysAgo: 182.3,
    likes: 7,
    favorites: 7,
    views: 1045,
    picture: { scene: "facades", palette: "praia", seed: "espanhol" },
    alt: "Rua de casas coloniais coloridas, com a torre da igreja e morros verdes ao fundo",
  },
  {
    title: "Fichamento crítico de artigo científico em uma página",
    content: `Faça o fichamento do artigo anexado para a revisão de literatura da minha dissertação sobre {tema}. Escreva em português, mesmo que o artigo esteja em outra língua, e indique a página de cada afirmação.

**1. Referência** em ABNT. Dados que não constem no arquivo ficam como “não consta”.

**2. A pergunta** que os autores tentam responder, em uma frase terminada em interrogação.

**3. Como fizeram:** amostra, período, instrumentos e análise. Se alguém quisesse repetir o estudo amanhã, o que não conseguiria por falta de informação?

**4. O que encontraram:** até quatro resultados, com os números (tamanho do efeito, intervalo, n). Separe resultado de interpretação.

**5. Onde o argumento é frágil:** saltos entre dado e conclusão, comparações que faltaram, explicações alternativas. Não repita a seção de limitações dos autores; vá além dela.

**6. Três citações diretas** que eu poderia usar, com página, sem alterar uma vírgula. Se não tiver certeza da página, não cite.

**7. Conversa com o meu tema:** em que apoia, em que contradiz e que pergunta deixa para mim.

Se o texto estiver cortado ou mal digitalizado, liste o que não conseguiu ler antes de começar. Melhor uma lacuna declarada do que um preenchimento bonito.`,
    llmTypeId: 8,
    author: "Bia Quadros",
    daysAgo: 71.6,
    likes: 8,
    favorites: 10,
    views: 1310,
    picture: { scene: "bookshelf", palette: "cafe", seed: "fichamento" },
    alt: "Estante cheia de livros, com plantas, um globo e um gato dormindo",
  },
  {
    title: "Fontes confiáveis para trabalho escolar, com teste de confiança",
    content: `Encontre na web cinco fontes em português para um trabalho do [ano escolar] sobre [assunto]. Quero variedade: pelo menos uma de universidade ou instituto de pesquisa, uma de museu ou arquivo público, um dado oficial e uma reportagem longa.

Para cada uma, dê o link e responda em frases curtas:
1. Quem escreveu e por que essa pessoa entende do assunto?
2. De quando é?
3. Qual informação dela eu não acharia nas outras quatro?
4. O que ela deixa de fora?

Depois mostre um ponto em que duas fontes não concordam e ajude a entender o motivo, sem escolher por mim. Não escreva o trabalho. Se um link não abrir ou a página não tiver autor nem data, troque por outra fonte.`,
    llmTypeId: 12,
    author: "Prof. Anselmo",
    daysAgo: 3.2,
    likes: 4,
    favorites: 5,
    views: 138,
    picture: { scene: "trailMap", palette: "sertao", seed: "fontes" },
    alt: "Mapa de relevo com uma trilha pontilhada, um rio, um lago e uma rosa dos ventos",
  },
];
