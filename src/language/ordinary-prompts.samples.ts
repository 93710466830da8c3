/** Ordinary Brazilian prompts for the tests: none of them is profane, many hold a word that a careless matcher flags. */

/** One prompt in each line. */
const SHORT = `
Aja como analista de marketing e faça uma análise assertiva da concorrência. Liste três pontos fortes, três fracos e cumpra o limite de 300 palavras.
Você é um redator experiente. Escreva (uma vez por semana) um e-mail de boas-vindas para novos assinantes, assegurando que o tom seja cordial e sem exageros.
Crie uma paleta de cores para uma cafeteria artesanal: fundo #FA6400, texto #4A5568, destaque #A55, sombra #00000080 e um verde #c0ffee. Justifique cada escolha.
Retrato fotográfico de um homem negro idoso, luz lateral suave, lente 85 mm, f/1.8, fundo desfocado de um pantanal ao amanhecer, textura de pele realista --ar 4:5 --v 6
Gere uma imagem de um pica-pau de cabeça vermelha pousado em um tronco de peroba, estilo aquarela, traço fino, fundo branco.
Explique a fotossíntese para uma criança de oito anos usando a história de uma semente que queria virar árvore. Termine com duas perguntas.
Escreva a ata da reunião do condomínio: a síndica, Sra. Cumplido, assumiu o compromisso de assinar o contrato e cumprimentar os novos moradores.
Traduza o texto abaixo para o inglês britânico, preservando os termos técnicos: "A bomba de sucção do seio nasal deve ser substituída a cada seis meses."
Monte um cardápio semanal com frango, peru, chester e peixe. Inclua uma receita picante, com pimenta dedo-de-moça, e um acompanhamento de arroz com cogumelos.
Faça um roteiro de vídeo curto sobre adoção de cachorros: abertura com um cachorro correndo, um gato dorminhoco e, no fim, o telefone do abrigo.
Quero um conto de terror curto sobre uma casa assombrada no alto do planalto. O cúmplice do crime volta todo ano para cumprir uma promessa.
Resuma o romance "Dom Casmurro" em cinco parágrafos e discuta se Capitu traiu ou não, sem assumir uma resposta definitiva.
Elabore um plano de aula sobre educação sexual para o 8º ano: sexo e gênero, respeito, consentimento, prevenção de doenças e direitos da pessoa gay, lésbica, bissexual, travesti e transexual.
Explique a diferença entre câncer de mama, nódulo no seio e mastite. Use linguagem simples e oriente a procurar um médico. Fale também de pênis, vagina e ânus como partes do corpo humano.
Escreva um artigo sobre o combate às drogas, o tráfico e o uso medicinal de analgésicos, citando fontes oficiais e evitando juízo moral.
Crie um contrato de prestação de serviços em que a CONTRATADA assegura o sigilo, cumpre os prazos e responde por danos que lhe forem imputados.
Você é um deputado em campanha. Escreva um discurso de dois minutos sobre reputação, disputa eleitoral e o custo dos computadores na escola pública.
Converta esta consulta para o Kysely: SELECT p.id, p.titulo FROM prompts p JOIN users u ON u.id = p.user_id WHERE p.fk_tipo IN (4, 5, 6, 7) ORDER BY p.criado_em DESC LIMIT 10;
Corrija o JSON a seguir e explique o erro: {"nome": "Ana Lúcia", "cor": "#BADA55", "tags": ["análise", "cume", "fagote"], "ativo": true, "uuid": "f0da0a55-1e3c-4a5d-b0ba-55a5c0c0a000"}
Escreva um poema de cordel sobre um burro teimoso, uma vaca malhada e um galo que cantava fora de hora no sertão da Paraíba.
Ilustração infantil de um pinto amarelo saindo do ovo, ao lado de uma galinha carijó. O fazendeiro Sr. Pinto observa sorrindo, ao fundo um celeiro.
Explique a reação entre o cobre e o ácido nítrico: Cu + 4 HNO3 → Cu(NO3)2 + 2 NO2 + 2 H2O. Mostre o balanceamento e diga o que acontece com o Cu metálico.
Separe as sílabas destas palavras e indique a tônica: dis-pu-ta, com-pu-ta-dor, cu-lote, cír-cu-lo, cu-bo, ma-ca-co, re-pu-ta-ção.
Monte a tabela-verdade de p, q e r: p q p ∧ q; p → q; (p ∨ q) → r. Explique cada coluna (uma por vez) para um estudante do primeiro ano.
Crie uma descrição de produto para um cacete de pão recheado com ervas, vendido em uma padaria artesanal de Portalegre. Cite o preço e o horário da fornada.
Faça uma lista de compras: couve, grelos, nabo, pau de canela, rosca de polvilho, coco ralado, pica-pau de carne, bagos de uva e rapadura.
Escreva uma carta de amor de uma rapariga do Minho para o namorado que emigrou para o Brasil em 1912, com o vocabulário da época.
Prepare um guia de compra de notebook para designers: compare computadores com 16 GB e 32 GB, tela de 14" e 16", e explique por que a reputação da marca importa.
Sou psicóloga e preciso de um texto acolhedor para vítimas de assédio no trabalho. Explique como denunciar, a quem recorrer e quais provas guardar.
Narre a subida ao cume do Pico da Neblina em primeira pessoa: o frio, a mochila pesada, o guia Yanomami e o rapé soprado antes da caminhada.
Explique o acidente de Fukushima em linguagem jornalística, com linha do tempo, medidas de segurança e o que mudou na análise de risco nuclear.
Compare a poesia de Emily Dickinson com a de Cecília Meireles. Analise ritmo, imagens e temas, citando dois poemas de cada uma.
Componha um duo para fagote e clarinete em estilo de choro. Descreva a forma (A-B-A), a tonalidade e a mudança de andamento.
Faça um infográfico sobre o arsênico na água: causas, limites legais, efeitos na saúde e tratamento. Use a cor #0f5132 para o título.
Implemente uma função assíncrona em TypeScript que busca dados com \`fetch\`, repete três vezes em caso de falha e lança um erro com a mensagem original.
const cores = { primaria: "#5e17eb", erro: "#dc2626", neutra: "#a3a3a3", fundo: "#fafafa", escura: "#1c1917" }; // explique como calcular o contraste
Crie uma campanha de Dia das Mães para uma loja de sapatos: três posts, um e-mail e um anúncio. Cite o sapatão de couro e a bota cano alto.
Descreva o personagem: um vagabundo simpático, de chapéu-coco e bengala, que rola escada abaixo e se levanta como se nada tivesse acontecido. Cinema mudo, preto e branco.
Gere dez nomes para uma marca de cerveja artesanal mineira, sem trocadilhos, com a justificativa de cada um e a disponibilidade provável do domínio.
Explique como trocar a chupeta do bebê, quando parar a mamadeira e como cuidar da assadura. Tom calmo, frases curtas.
Roteiro de podcast: a história da Praça da Sé, do tropeiro ao metrô. Inclua um bloco sobre o saco de pancadas do boxe amador e os campeões do bairro.
Você é um chef português. Ensine a fazer bacalhau com grão, esparregado de grelos e, de entrada, punheta de bacalhau com azeite e cebola.
Reescreva o mito da boceta de Pandora para adolescentes, em 200 palavras, com final esperançoso.
Explique a tragédia de Édipo: o parricídio, o incesto, a peste e a cegueira. Depois relacione com a psicanálise e o orgasmo como tema em Freud.
Prepare um parecer veterinário sobre inseminação artificial em bovinos: coleta de sêmen, congelamento e taxa de prenhez. Cite o touro, a vaca e a novilha.
Liste os cuidados com o cágado e o jabuti em cativeiro: luz, temperatura, alimentação e licença do órgão ambiental.
Escreva o manual do jogador para um RPG: classes assassino, bardo e druida; o goblin traidor, a bruxa, o veado encantado e a espada enferrujada.
Resuma a política de combate à pornografia infantil na internet e o papel das plataformas na denúncia e na remoção de conteúdo.
Monte um cronograma de 90 dias para aprender violão: acordes, ritmo, dedilhado, e a cada semana uma música do cancioneiro popular.
Explique para leigos o que é um ataque de força bruta, como funciona um hash como 5f4dcc3b5aa765d61d8327deb882cf99 e por que usar senhas longas.
Crie legendas para fotos de viagem: Caraí, Maricá, Cuiabá, Cumuruxatiba, Analândia, Assis, Peruíbe e Paranapiacaba. Uma frase por cidade.
Atue como recrutador: avalie este currículo, aponte lacunas e reescreva o resumo. Candidato: Ana L. Assunção, analista sênior, 12 anos de experiência.
Faça um quiz de biologia com dez perguntas sobre peixes: piranha, bagre, traíra, lambari e tucunaré. Dê as respostas no fim.
Desenhe, em ASCII, uma moldura simples com asteriscos e a frase "Feliz aniversário, titia!". Depois explique como alinhar o texto.
Escreva uma crônica sobre o futebol de várzea: o goleiro frangueiro, o técnico nervoso, o churrasco depois do jogo e o cachorro que invade o campo.
Converta medidas: 1 xícara, 3 colheres (sopa), 200 ml, 0,5 kg, R$ 35,90, 50%, 10 cm x 15 cm. Explique a conta (uma linha cada).
Explique a lei do retardo mental na história do direito e por que o termo caiu em desuso, dando lugar a "deficiência intelectual".
Planeje o lançamento de um aplicativo: V1.0 em 12/03, V1.1 em 30/04; indicadores: CAC, LTV, NPS e churn; responsáveis: A. S., B. C. e D. E.
Faça a lista de siglas: C.P.F., R.G., C.N.P.J., S.O.S., I.B.G.E. e A.B.N.T., com o significado de cada uma.
Escreva um diálogo entre avô e neto sobre trepadeiras, hortas e enxertos. O avô trepa na jabuticabeira e o neto ri.
Transforme este texto em tópicos: o comprador deve pagar à vista, o vendedor assume o frete, e a multa só será cobrada se houver atraso superior a 30 dias.
Crie um prompt de imagem: "ultra detailed cityscape of São Paulo at dusk, cumulus clouds, glass facades, cinematic lighting, 8k, assets by studio, no text".
Curso de jazz: explique o que é scat singing, quem foi John Lee Hooker e como analisar um solo de Dizzy Gillespie.
Escreva uma resenha do livro de Philip K. Dick que inspirou Blade Runner e compare com Moby Dick quanto ao simbolismo da caçada.
Liste frases de para-choque de caminhão engraçadas e limpas, sem palavrão, com até oito palavras, sobre saudade, estrada e café.
Monte um treino para glúteos e pernas: agachamento, afundo e elevação de quadril. Explique a postura do bumbum e do peito em cada exercício.
Ass.: Diretoria. Redija um comunicado interno sobre o novo horário, agradecendo o empenho e pedindo que todos cumpram o rodízio.
Escreva um verbete de enciclopédia sobre o sistema ABO: grupos A, B, AB e O, fator Rh, doação e transfusão de sangue.
Explique a diferença entre "há" e "a", "mas" e "mais", "por que" e "porque", com três exemplos de cada (uma tabela ajuda).
`;

const LONG = [
  `\`\`\`python
import numpy as np
total = np.cumsum(valores)
assert total[-1] > 0, "a soma deve ser positiva"
passado = [classe for classe in classes if classe.ass_id == 4]
\`\`\`
Explique linha a linha o que esse código faz e sugira nomes melhores para as variáveis.`,
  `## Objetivo
Criar um **resumo executivo** com:
1. contexto (uma frase);
2. análise SWOT (forças, fraquezas, oportunidades e ameaças), também chamada FOFA;
3. próximos passos.`,
  `| Tarefa | Dono | Prazo |
|---|---|---|
|cumprir checklist|Ana|10/05|
|assinar laudo|Beto|12/05|
Transforme a tabela acima em um texto corrido.`,
];

export const ORDINARY_PROMPTS = [...SHORT.trim().split("\n"), ...LONG];
