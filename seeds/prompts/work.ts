/** Demo prompts about work: meetings, clients, contracts, prices, people. */
import type { DemoPrompt } from "#seeds/demo-prompt.ts";

export const workPrompts: readonly DemoPrompt[] = [
  {
    title: "Ata de reunião que alguém lê: decisões, donos e prazos",
    content: `Você vai receber a transcrição bruta de uma reunião, com falas cortadas, repetições e gente falando ao mesmo tempo. Transforme-a numa ata de uma página para quem não esteve lá.

<transcricao>
[cole aqui a transcrição]
</transcricao>

Escreva nesta ordem:

## Em três linhas
O que mudou por causa desta reunião. Se nada mudou, diga isso com todas as letras.

## Decisões
Uma por linha, no presente do indicativo. Só entra o que foi realmente decidido; "seria bom" e "vamos ver" não são decisões.

## Próximos passos
| O quê | Quem | Até quando |
|---|---|---|

Quando ninguém assumiu a tarefa ou não se falou em prazo, escreva **em aberto**. Não preencha por dedução.

## Divergências
Os pontos em que houve discordância, com o argumento de cada lado em uma frase, sem dizer quem tem razão.

## Para confirmar
Números, nomes e datas que a transcrição deixou ambíguos, com o trecho original entre aspas.

Deixe de fora cumprimentos, piadas e problemas de conexão. Não use "foi discutido que": diga logo o que foi dito.`,
    description:
      "Para quem grava as reuniões e nunca volta a ouvir. O detalhe que faz diferença é o “em aberto”: a ata mostra as tarefas que ficaram sem dono.",
    llmTypeId: 6,
    author: "Marina Tavares",
    daysAgo: 41.3,
    likes: 13,
    favorites: 14,
    views: 2870,
    picture: { scene: "flatlay", palette: "anil", seed: "ata" },
    alt: "Mesa vista de cima com caderno de gráficos, calculadora, óculos, lápis e uma xícara de café",
  },
  {
    title: "Cobrar cliente atrasado sem perder o cliente: três mensagens",
    content: `Tenho uma marcenaria pequena e preciso cobrar um cliente de quem eu gosto.

Cliente: [nome e há quanto tempo compra comigo]
Serviço entregue: [o que foi, em que data]
Valor e vencimento: [valor] venceu em [data]
O que já foi conversado: [resuma ou escreva "nada ainda"]

Escreva três mensagens curtas para mandar pelo celular, uma para cada momento:

1. Hoje: lembrete leve, supondo que foi esquecimento.
2. Daqui a cinco dias, se não responder: firme, com a data e o valor claros e uma pergunta direta que peça resposta.
3. Daqui a quinze dias: última tentativa amigável, oferecendo parcelar em até [número] vezes e dizendo o que acontece depois.

Cada mensagem com no máximo 60 palavras, do jeito que a gente fala, sem "venho por meio desta", sem ponto de exclamação e sem pedir desculpa por cobrar. Nada de ameaça nem de expor a pessoa a terceiros. No fim, diga qual das três eu deveria reler com calma antes de mandar e por quê.`,
    description:
      "Uso toda vez que o pagamento final atrasa. Preencha o histórico com sinceridade: o tom muda bastante.",
    llmTypeId: 1,
    author: "Nivaldo Reis",
    daysAgo: 63.8,
    likes: 11,
    favorites: 12,
    views: 1940,
    picture: { scene: "letters", palette: "caju", seed: "cobranca" },
    alt: "Cartas saem de um envelope aberto e viram aviões de papel acima das nuvens",
  },
  {
    title: "Contrato de aluguel comercial em português de gente",
    content: `Leia o contrato abaixo como se fosse você que vai assinar como locatária de uma sala comercial. Não quero um resumo: quero saber onde posso me machucar.

Para cada cláusula que cria obrigação, custo ou risco para mim, preencha:

| Cláusula | O que ela diz, em uma frase simples | O que pode me custar | Comum ou fora do comum? | O que eu pediria para mudar |

Depois da tabela, responda:

1. Quanto eu pago, ao todo, se precisar sair no 8.º mês? Mostre a conta passo a passo, com os números do próprio contrato.
2. Que reajustes existem, por qual índice e em que data?
3. O que o contrato não menciona e deveria (obras, vistoria, infiltração, garantia, renovação)?
4. Quais são as cinco perguntas que devo fazer ao proprietário antes de assinar, da mais importante para a menos?

Regras: cite o número da cláusula sempre; se algo depender de interpretação da lei, escreva "levar à advogada" em vez de opinar; se um trecho estiver ilegível ou faltando, avise.

Contrato:
"""
{texto do contrato, sem nomes nem documentos}
"""`,
    description:
      "Não substitui advogado: serve para chegar à conversa sabendo o que perguntar. Tire nomes, CPF e endereço antes de colar.",
    llmTypeId: 8,
    author: "iara_m",
    daysAgo: 118.5,
    likes: 9,
    favorites: 11,
    views: 1735,
    picture: { scene: "balance", palette: "lagoa", seed: "aluguel" },
    alt: "Balança dourada que pesa uma casinha contra um contrato com chaves, diante de um arco",
  },
  {
    title: "Preço da marmita na planilha: custo real, margem e alerta",
    content: [
      "Nesta planilha, a aba **Insumos** tem as colunas `Ingrediente`, `Unidade`, `Preço pago`, `Quantidade comprada` e `Aproveitamento (%)`. A aba **Receitas** tem `Prato`, `Ingrediente` e `Quantidade por marmita`.",
      "",
      "Quero descobrir o preço mínimo de cada prato. Faça uma etapa de cada vez e espere meu “pode seguir”:",
      "",
      "1. Crie em Insumos a coluna `Custo útil` = preço ÷ (quantidade × aproveitamento). Mostre a fórmula antes de aplicar.",
      "2. Em Receitas, busque esse custo para cada ingrediente e multiplique pela quantidade. Se não encontrar o ingrediente, escreva “conferir nome”, nunca zero.",
      "3. Crie a aba **Preços** com uma linha por prato: custo dos ingredientes, embalagem ([valor]), gás e luz ([valor por marmita]), custo total, taxa do aplicativo ([percentual]), margem ([quanto quero ganhar, em %]), preço que cobro hoje e preço sugerido.",
      "4. Pinte de laranja os pratos em que o preço de hoje fica abaixo do sugerido.",
      "",
      "A taxa e a margem incidem sobre o preço de venda, não sobre o custo. Por isso a conta é:",
      "",
      "```",
      "preço sugerido = custo total ÷ (1 − taxa do aplicativo − margem)",
      "```",
      "",
      "Termine com duas frases: qual prato me dá mais lucro por unidade e qual ingrediente, se subir 10%, mais aperta o meu mês.",
    ].join("\n"),
    description:
      "Descobri que meu estrogonofe dava prejuízo. Com a fórmula certa, a taxa do aplicativo para de comer a margem.",
    llmTypeId: 11,
    author: "Jussara Lima",
    daysAgo: 22.4,
    likes: 10,
    favorites: 10,
    views: 1286,
    picture: { scene: "sheetDesk", palette: "goiaba", seed: "marmita" },
    alt: "Mesa de trabalho de dia, com uma planilha e um gráfico de rosca na tela",
  },
  {
    title: "Anúncio de vaga honesto, sem “família” e sem “sangue nos olhos”",
    content: `### Contexto
Empresa: {o que faz, em uma frase}
Vaga: {cargo}
Faixa salarial e benefícios: {valores}
Onde e quando se trabalha: {local, horário, presencial ou remoto}
O que a pessoa vai fazer de segunda a sexta: {três a cinco tarefas reais}
A parte chata do trabalho: {seja sincero}

### Instrução
Escreva o anúncio desta vaga em até 250 palavras, na segunda pessoa ("você"), com estas partes: uma abertura de duas frases que diga para que serve o trabalho; "Seu dia a dia"; "O que você precisa saber ao chegar" (no máximo quatro itens, só o indispensável); "O que a gente ensina"; "Pagamento e horário"; "Como é a seleção", com o número de etapas e o tempo de resposta.
Mencione a parte chata sem enfeite. Não exija experiência que se aprende em um mês. Use linguagem neutra de gênero sem truques gráficos: prefira "quem", "pessoa", "equipe". São proibidas as palavras: dinâmico, proativo, família, desafio, diferenciado, garra.

### Anúncio`,
    llmTypeId: 9,
    author: "Beto Sampaio",
    daysAgo: 204.6,
    likes: 6,
    favorites: 5,
    views: 1120,
    picture: { scene: "nightCity", palette: "sertao", seed: "vaga" },
    alt: "Grande edifício ondulado à noite, com janelas acesas sob a lua",
  },
  {
    title: "Raio-X da concorrência no bairro antes de abrir o negócio",
    content: `Pesquise na web e me ajude a decidir se vale abrir [tipo de negócio] em [bairro, cidade].

Levante: quantos estabelecimentos parecidos aparecem num raio de 1 km, a faixa de preço de cada um, o horário de funcionamento, a nota média e quantas avaliações tem. Leia as avaliações negativas dos últimos doze meses e agrupe as queixas que se repetem.

Entregue:
- uma tabela com os concorrentes, cada linha com o link de onde veio a informação e a data da página;
- as três queixas mais frequentes do bairro, com um trecho curto de avaliação como prova de cada uma;
- os horários e serviços que ninguém cobre;
- um parágrafo com o argumento mais forte para eu NÃO abrir ali.

Separe o que você encontrou do que está supondo. Se não achar um dado, escreva "não encontrei" e sugira como eu consigo essa informação a pé, numa manhã.`,
    description:
      "Fiz antes de alugar o ponto da cafeteria. A última lista, a dos horários vagos, decidiu por mim.",
    llmTypeId: 12,
    author: "Caio Figueira",
    daysAgo: 5.7,
    likes: 5,
    favorites: 6,
    views: 214,
    picture: { scene: "market", palette: "mata", seed: "bairro" },
    alt: "Feirante sorri atrás de uma banca de frutas com toldo listrado",
  },
  {
    title: "Ensaie um feedback difícil com alguém que retruca",
    content: `Vamos fazer um ensaio. Você será {nome fictício}, da minha equipe, e eu darei um feedback sobre {situação concreta, com data e consequência}.

Quem você é no ensaio: competente, há dois anos na empresa, cansado, acha que o problema é de outra área. Você não é vilão. Reaja como gente: primeiro se defende, depois muda de assunto, e só se abre se sentir que foi ouvido de verdade.

Regras do ensaio
- Responda com no máximo quatro frases por vez e espere a minha fala.
- Se eu generalizar ("você sempre", "você nunca"), fique na defensiva.
- Se eu trouxer um fato e perguntar a sua versão, ceda um pouco.
- Se eu enrolar, pergunte: "Tá, mas o que você quer que eu faça?"
- Não me elogie nem saia do papel antes da hora.

Quando eu escrever FIM, saia do papel e me diga: a frase minha que mais ajudou, a que mais atrapalhou (e como eu poderia dizê-la), e se ficou combinado algo que dê para verificar daqui a duas semanas. Seja direto; é para isso que estou treinando.

Comece você: acabou de sentar e perguntou se está tudo bem.`,
    llmTypeId: 7,
    author: "Marina Tavares",
    daysAgo: 87.1,
    likes: 8,
    favorites: 9,
    views: 990,
    picture: { scene: "robotGarden", palette: "ipe", seed: "ensaio" },
    alt: "Robô simpático rega as plantas ao lado de uma janela redonda",
  },
  {
    title: "Descrição de produto artesanal com cheiro, peso e história",
    content:
      "Faço [produto] à mão em [cidade] e vendo pela internet, para quem não pode tocar antes de comprar. Escreva a descrição em três rascunhos bem diferentes entre si: um que comece pelo sentido mais forte da peça (cheiro, peso, textura ou som), um que comece por uma cena de uso na casa de quem compra e um que comece pela minha mão fazendo. Em todos: 80 a 110 palavras, uma medida concreta ([tamanho], [peso] ou [duração]), uma limitação dita sem vergonha (por exemplo: cada peça sai com um tom diferente), e o cuidado de conservação na última frase. Evite “único”, “exclusivo”, “feito com amor” e qualquer adjetivo que sirva para outra peça. No fim, sugira um título de até oito palavras para cada rascunho e diga qual deles você usaria para vender como presente.",
    llmTypeId: 10,
    author: "iara_m",
    daysAgo: 147.9,
    likes: 7,
    favorites: 6,
    views: 842,
    picture: { scene: "stillProduct", palette: "cafe", seed: "artesanal" },
    alt: "Frasco sobre degraus e arcos sob luz forte, como numa fotografia de produto",
  },
];
