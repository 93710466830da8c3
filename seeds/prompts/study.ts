/** Demo prompts for studying and teaching. */
import type { DemoPrompt } from "./demo-prompt.ts";

export const study: readonly DemoPrompt[] = [
  {
    key: "enem-12-semanas",
    title: "Plano de estudos para o ENEM em 12 semanas, sem virar a noite",
    content: `Você orienta estudos e já acompanhou muitos alunos de escola pública até o ENEM.

Monte um plano de 12 semanas para mim, com estes dados:
- Horas livres por dia útil: [horas livres por dia útil]
- Horas livres no fim de semana: [horas livres no fim de semana]
- Pontos fortes: [matérias em que vou bem]
- Pontos fracos: [matérias em que vou mal]
- Objetivo: [curso e nota que quero]

Regras do plano:
1. Dê aos pontos fracos cerca de 60% do tempo nas semanas 1 a 8; depois, equilibre.
2. Toda semana tem teoria, questões de provas anteriores, uma redação e meio dia de descanso de verdade.
3. As semanas 4, 8 e 11 terminam com simulado completo, no horário da prova.
4. Reserve 20 minutos por dia para rever o que foi estudado há 1, 7 e 21 dias.

Entregue primeiro uma tabela-resumo (semana, foco, meta que dê para medir) e depois só a semana 1, dia a dia. No final, pergunte o que deu errado na semana anterior antes de detalhar a próxima.`,
    description:
      "Rende mais quando você volta à mesma conversa todo domingo e conta, sem vergonha, o que não conseguiu cumprir.",
    llmTypeId: 1,
    tags: ["ENEM", "redação", "estudos"],
    author: "bia.estuda",
    daysAgo: 48,
    likes: 13,
    favorites: 9,
    views: 1874,
    alt: "Mesa de estudos vista de cima, com caderno aberto, lápis, calculadora e café",
  },
  {
    key: "matematica-socratica",
    title: "Matemática sem resposta pronta: um professor que só pergunta",
    content: `Você é meu professor de matemática do [ano da escola]. Nunca dê a resposta final.

A cada mensagem minha:
1. Diga em uma linha o que já fiz certo.
2. Faça uma única pergunta que me leve ao próximo passo.
3. Se eu errar duas vezes seguidas no mesmo ponto, volte a um exemplo menor, com números simples, e só depois retome.

Escreva as contas em linhas separadas. Se eu pedir "só o resultado", lembre o nosso combinado com bom humor. Quando eu terminar, peça que eu explique a solução com as minhas palavras e proponha um problema parecido, um pouco mais difícil.

Problema: [enunciado do problema]`,
    description:
      "Uso com a turma da manhã. No começo eles reclamam; na terceira questão já estão discutindo entre si.",
    llmTypeId: 8,
    tags: ["matemática", "escola"],
    author: "Prof. Amadeu",
    daysAgo: 420,
    likes: 10,
    favorites: 7,
    views: 1320,
    alt: "Quadro-negro com figuras de giz e, na frente, livros, uma maçã e um globo",
  },
  {
    key: "redacao-cinco-competencias",
    title: "Redação do ENEM corrigida pelas cinco competências",
    content: `Corrija a redação abaixo como quem corrige o ENEM, com rigor e gentileza.

Tema: [tema da redação]
Redação: [texto da redação]

1. Nota de 0 a 200 em cada uma das cinco competências, em múltiplos de 40, com a frase do texto que justifica a nota.
2. Total e a faixa em que outro corretor razoável poderia cair.
3. Um trecho bom e por que funciona.
4. Os dois problemas que mais tiram pontos, começando pelo mais fácil de resolver.
5. Reescreva só a proposta de intervenção, com agente, ação, meio, finalidade e detalhamento, e destaque cada elemento.

Não elogie por elogiar nem reescreva o resto. Se o texto fugir ao tema, diga isso logo na primeira linha.`,
    llmTypeId: 1,
    tags: ["redação", "ENEM", "escola"],
    author: "Prof. Amadeu",
    daysAgo: 22,
    likes: 8,
    favorites: 6,
    views: 942,
    alt: "Caderno aberto, caneca e planta junto a uma janela com chuva, à noite",
  },
  {
    key: "plano-de-aula",
    title: "Plano de aula de 50 minutos para uma turma de verdade",
    content: `Prepare um plano de aula para a minha turma. Ela é real: nem todos leem no mesmo ritmo, o projetor às vezes não liga e há quem chegue sem ter tomado café.

## Dados
- Turma: [ano e disciplina]
- Tema: [tema da aula]
- Tempo: 50 minutos, com [número de alunos] alunos e carteiras que dá para mover
- O que já viram: [o que a turma já viu]
- Recursos: quadro, giz e [materiais que tenho]. Sem internet.

## O que quero receber
1. **Objetivo** em uma frase que comece com um verbo que eu consiga observar ("explicar", "comparar"), e não "compreender".
2. **Pergunta de abertura** que não tenha resposta no livro, com três respostas erradas prováveis e o que cada uma revela.
3. **Roteiro em tabela:**

| minutos | o que eu faço | o que eles fazem | se der errado |
| --- | --- | --- | --- |

4. **Três entradas para a mesma atividade:** para quem está começando, para a maioria e para quem termina antes. Sem chamar ninguém de "fraco" e sem dar só mais exercícios a quem termina.
5. **Cuidados:** se houver fogo, vidro ou produto de limpeza, diga o que só o adulto manuseia.
6. **Bilhete de saída:** uma pergunta de um minuto, com a resposta esperada e o que farei amanhã se metade da turma errar.
7. **Habilidade da BNCC:** indique o código que lhe parece mais próximo e avise que preciso conferir no documento.

## Limites
- Nada que exija comprar material.
- Nenhuma atividade dura mais de 12 minutos.
- Se o plano não couber em 50 minutos, corte; não acelere.

Antes de escrever, faça até 4 perguntas sobre a turma. Depois do plano, aponte o momento em que é mais provável perder a atenção deles e sugira uma saída.`,
    description: 'A coluna "se der errado" é a melhor parte. Leia essa coluna antes de entrar na sala.',
    llmTypeId: 1,
    tags: ["escola", "plano de aula"],
    author: "Prof. Amadeu",
    daysAgo: 58,
    likes: 9,
    favorites: 9,
    views: 1049,
    alt: "Livros, maçã e lápis diante de uma lousa azul com desenhos de giz",
  },
  {
    key: "ingles-no-balcao",
    title: "Inglês de viagem: treine a conversa antes do balcão",
    content: `Vamos treinar inglês. Você é [quem atende no balcão] e eu sou um viajante brasileiro de nível [meu nível de inglês].

- Fale uma ou duas frases por vez, em inglês simples, e espere.
- Depois de cada resposta minha, mostre entre parênteses, em português, só UM erro: o que mais atrapalharia ser entendido.
- Se eu escrever "socorro", dê três jeitos de responder, do mais curto ao mais educado.
- A cada cinco falas, invente um imprevisto: mala acima do peso, portão trocado, assento errado.

Ao final, liste as 8 frases que valem a pena decorar, com a pronúncia escrita como um brasileiro leria.`,
    llmTypeId: 5,
    author: "bia.estuda",
    daysAgo: 11,
    likes: 6,
    favorites: 5,
    views: 368,
    alt: "Perua carregada de malas em uma estrada, em tons quentes",
  },
  {
    key: "ceu-azul",
    title: "Por que o céu é azul? Ciência para contar na calçada",
    content: `Explique [o que a criança perguntou] para uma criança de [idade da criança] anos em no máximo 120 palavras, usando só coisas que existem na casa dela. Depois, proponha um experimento de 10 minutos com material de cozinha, dizendo o que observar e o que um adulto precisa fazer. Termine com uma pergunta que eu possa deixar no ar até amanhã. Nada de "é como mágica".`,
    llmTypeId: 10,
    author: "Prof. Amadeu",
    daysAgo: 570,
    likes: 5,
    favorites: 2,
    views: 690,
    alt: "Pipas coloridas no céu sobre casas empilhadas em um morro",
  },
];
