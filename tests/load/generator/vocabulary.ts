/**
 * Brazilian words and phrases that the generated texts are made of, the frequent ones first: they are drawn by Zipf's law.
 * None of them shares a stem with the words of search-words.ts.
 */

const list = (text: string): readonly string[] =>
  text
    .split(/[|\n]/)
    .map((entry) => entry.trim())
    .filter(Boolean);

/** Things to be written, with their article, which tells the gender. */
export const works = list(`
  um texto | um roteiro | uma legenda | um plano | uma lista | um e-mail | um resumo | uma aula | um cronograma | uma história
  um conto | uma carta | um post | uma apresentação | um questionário | um cardápio | uma crônica | um relatório | uma entrevista
  um treino | uma campanha | um guia | uma tabela | um poema | um anúncio | um currículo | um checklist | uma análise
  um calendário | uma oficina | um contrato | um jogo | uma resenha | um discurso | um convite | uma planilha | um manual
  uma proposta | um diálogo | um podcast | um artigo | uma revisão | uma dinâmica | um tutorial | um quiz | uma trilha
  um glossário | um mapa mental | um boletim | uma fábula | um cordel | um folheto | uma ata | um edital | uma paródia
  um itinerário | um dossiê | uma ementa | um portfólio | um epílogo | uma sinopse | um manifesto | um cartaz | uma rubrica
  um inventário | uma cantiga | um obituário | uma charada | um organograma | um prefácio | uma súmula | um esquete | um parecer
`);

/** Adjectives of works; a final -o turns to -a. */
export const workAdjectives = list(`
  completo | criativo | curto | claro | divertido | objetivo | simples | detalhado | semanal | prático | acolhedor | persuasivo
  honesto | didático | inclusivo | organizado | bem-humorado | técnico | rápido | poético | mensal | gratuito | elegante | direto
  comparativo | emocionante | visual | interativo | moderno | profissional | delicado | crítico | ilustrado | formal | leve
  sustentável | enxuto | ousado | minucioso | nostálgico | lúdico | sereno | regional | bilíngue | afetuoso | irônico | memorável
  sóbrio | vibrante | melancólico | prudente | instigante | cadenciado | singelo | provocador | acessível | imparcial | sucinto
`);

/** What texts are about, without an article. */
export const topics = list(`
  redes sociais | estudos | finanças pessoais | marketing digital | viagem | alimentação saudável | produtividade | inglês
  programação | vendas | atendimento ao cliente | matemática | redação | culinária | exercícios em casa | história do Brasil
  organização da casa | entrevista de emprego | fotografia | educação financeira | inteligência artificial | saúde mental
  meio ambiente | moda | música brasileira | jardinagem | literatura | empreendedorismo | biologia | leitura | ciência
  café coado | plantas de apartamento | animais de estimação | carreira | reciclagem | futebol | química | geografia | física
  festa junina | maternidade | aposentadoria | cinema nacional | teatro | aleitamento | compostagem | energia solar | astronomia
  direitos do consumidor | primeiros socorros | cultura indígena | povos ribeirinhos | economia doméstica | sono | meditação
  horta urbana | bicicleta | trânsito | segurança digital | acessibilidade | dados abertos | banco de dados | planilhas
  testes automatizados | design de interfaces | tipografia | identidade visual | ilustração botânica | histórias em quadrinhos
  samba | forró | choro | maracatu | bossa nova | capoeira | frevo | congada | carnaval | folclore | cordel nordestino
  cerrado | caatinga | pantanal | mata atlântica | amazônia | manguezal | pampa | litoral | sertão | serra | restinga
  pão de queijo | moqueca | tapioca | feijoada | acarajé | tacacá | cuscuz | brigadeiro | farofa | vatapá | canjica | pamonha
  barreado | arroz carreteiro | bolo de rolo | baião de dois | caldo verde | goiabada | doce de leite | queijo coalho | chimarrão
  açaí | cupuaçu | caju | pitanga | jabuticaba | umbu | mangaba | graviola | buriti | pequi | seriguela | cajá | guaraná | bacuri
  história da arte | arquitetura moderna | restauração de móveis | costura | crochê | cerâmica | marcenaria | encadernação
  macramê | tingimento natural | perfumaria | sabonete artesanal | aquarismo | apicultura | piscicultura | agroecologia
  filosofia | sociologia | antropologia | psicologia | estatística | geometria | álgebra | genética | botânica | ecologia
  oceanografia | meteorologia | paleontologia | arqueologia | linguística | semiótica | etimologia | latim | espanhol | francês
  libras | braille | xadrez | damas | sudoku | origami | mágica | malabarismo | surfe | vôlei | natação | judô | escalada | trilhas
  canoagem | skate | patinação | atletismo | ginástica | alongamento | corrida de rua | ioga | dança de salão | balé
  contabilidade | logística | estoque | precificação | licitações | impostos | previdência | inventário familiar | aluguel
  condomínio | mudança de cidade | adoção | luto | amizade | namoro | casamento | convivência | escuta ativa | gentileza
  vacinação | hidratação | diabetes | enxaqueca | postura | fonoaudiologia | nutrição esportiva | saúde bucal | visão | audição
  telhado verde | cisterna | permacultura | bioconstrução | adobe | bambu | marcenaria japonesa | feira livre | mercado municipal
  quilombos | imigração italiana | ferrovias | garimpo | ciclo do açúcar | inconfidência | tropeiros | cangaço | abolição
  pássaros urbanos | borboletas | abelhas sem ferrão | tartarugas marinhas | onças | botos | ariranhas | tamanduás | muriquis
`);

/** Whom texts are for. */
export const audiences = list(`
  iniciantes | adolescentes | pequenos negócios | estudantes | professores | crianças | idosos | quem trabalha em casa
  mães de primeira viagem | profissionais liberais | concurseiros | vestibulandos | leitores curiosos | equipes remotas
  clientes novos | vizinhos | voluntários | gestores | freelancers | autônomos | turmas do sexto ano | turmas do ensino médio
  artesãs | cozinheiros | motoristas | enfermeiras | agricultores familiares | pescadores | caminhoneiros | feirantes
  bibliotecárias | síndicos | costureiras | desenvolvedores | designers | jornalistas | advogadas | engenheiras | músicos
  atletas amadores | turistas | imigrantes | pessoas com baixa visão | pessoas surdas | famílias numerosas | casais | avós
  universitários | pesquisadoras | quem nunca programou | quem tem pouco tempo | quem mora sozinho | quem está endividado
  cuidadores | doulas | fisioterapeutas | barbeiros | cervejeiros | livreiros | arquivistas | oleiros | seresteiros | romeiros
`);

/** Roles that a model is asked to play. */
export const roles = list(`
  um professor paciente | uma redatora experiente | um especialista em marketing | uma nutricionista | um desenvolvedor sênior
  uma jornalista | um consultor financeiro | uma psicóloga escolar | um chef de cozinha | uma designer | um historiador
  uma bibliotecária | um roteirista | uma advogada | um editor de livros | uma engenheira de dados | um guia de turismo
  uma arquiteta | um fotógrafo | uma contadora | um treinador | uma bióloga | um poeta | uma pedagoga | um crítico de cinema
  uma geógrafa | um luthier | uma curadora de museu | um mestre de obras | uma meteorologista | um cordelista | uma parteira
  um botânico | uma sommelière | um vaqueiro antigo | uma astrônoma | um relojoeiro | uma tradutora juramentada | um faroleiro
`);

export const tones = list(`
  claro | amigável | direto | acolhedor | profissional | leve | descontraído | firme | otimista | sereno | curioso | didático
  elegante | bem-humorado | empático | sóbrio | entusiasmado | respeitoso | afetuoso | cético | solene | espirituoso | contido
`);

/** What the reader fills in. */
export const variables = list(`
  tema | público | objetivo | nome | prazo | tom | cidade | produto | contexto | quantidade | idade | formato | nível | texto
  valor | empresa | data | duração | ingredientes | personagem | época | cores | estilo | cargo | disciplina | bairro | problema
  referência | materiais | canal | evento | clima | instrumento | bioma | gênero | autora | meta | versão | país | rotina
`).map((name) => `[${name}]`);

export const steps = list(`
  Comece por uma frase que resuma a ideia
  Liste os pontos principais em ordem de importância
  Pergunte o que faltar antes de começar
  Explique o porquê de cada escolha
  Divida o resultado em etapas curtas
  Aponte os erros mais comuns
  Compare duas alternativas e recomende uma
  Revise a ortografia e a pontuação
  Sugira três títulos diferentes
  Indique quanto tempo cada parte leva
  Troque termos técnicos por palavras conhecidas
  Crie uma tabela com prós e contras
  Feche com uma pergunta que convide à conversa
  Destaque o que pode ser feito hoje
  Adapte o resultado para o celular
  Marque com asterisco o que for suposição
  Cite de onde vem cada número
  Proponha uma versão mais curta e outra mais longa
  Numere as respostas para facilitar a revisão
  Verifique se tudo cabe no prazo
  Reescreva o trecho mais fraco
  Acrescente um aviso sobre os riscos
  Guarde uma surpresa para o final
  Descreva a cena pelos cinco sentidos
  Evite repetir a mesma estrutura em frases seguidas
  Separe fatos de opiniões
  Traduza as expressões regionais entre parênteses
  Calcule o total e confira a soma
  Inverta a ordem se isso deixar a leitura melhor
  Mostre o antes e o depois
  Pense em quem lê com pressa
  Use verbos no começo de cada item
  Corte tudo o que não ajuda a decidir
  Avise quando precisar de uma fonte externa
  Desenhe um esquema com setas e caixas de texto
  Escolha uma metáfora e siga com ela até o fim
`);

export const constraints = list(`
  sem clichês | em até 200 palavras | em português do Brasil | sem inventar dados | com parágrafos curtos | sem emojis
  com no máximo cinco itens | em formato de tabela | sem citar marcas | com subtítulos | em primeira pessoa | em tópicos
  sem repetir o título | com rimas discretas | em ordem cronológica | sem promessas exageradas | com humor na medida
  em markdown | com uma conclusão | sem palavras em inglês | com perguntas abertas | em duas colunas | em tom de conversa
  sem gerúndio em excesso | com fontes no fim | em frases afirmativas | sem julgamentos | com pausas para reflexão
  em blocos de três linhas | com uma analogia por seção | sem advérbios terminados em mente | com vocabulário do cotidiano
`);

/** What pictures show. */
export const subjects = list(`
  uma mulher | um gato | uma cidade | um robô | uma casa | um cachorro | uma floresta | um menino | uma praia | um astronauta
  uma senhora | um farol | uma capivara | um tucano | uma cozinha | um barco | uma biblioteca | um dragão | uma rua | um jardim
  uma xícara | um trem | uma feira | um músico | uma arara | um castelo | uma bailarina | um pescador | uma onça | um violão
  uma igreja barroca | um ipê | uma cachoeira | um beija-flor | uma jangada | um relógio | uma rede | um balão | uma ponte
  um lobo-guará | uma vitória-régia | um mandacaru | uma preguiça | um carro antigo | uma estufa | um sobrado | uma sereia
  um tatu-bola | uma sanfona | um carrossel | uma orquídea | um mico-leão | uma oficina | um cavaleiro | uma raposa | um pinhão
  uma locomotiva | um boto | uma bromélia | um saveiro | uma coruja | um engenho | uma rabeca | um guará | uma palafita
`);

export const actions = list(`
  olhando para o horizonte | sob a chuva | ao pôr do sol | no meio da multidão | em silêncio | flutuando | à beira do rio
  entre flores | tomando café | lendo um livro | com um guarda-chuva vermelho | coberto de neblina | refletindo no espelho d'água
  à sombra de uma mangueira | dançando | ao vento | em noite de lua cheia | numa manhã fria | com bandeirinhas ao fundo
  no topo da serra | atravessando a ponte | esperando o ônibus | depois da tempestade | em meio às ruínas | visto de cima
  dentro de um globo de vidro | entre prateleiras | sobre um tapete de folhas | em plena festa | na varanda | sob as estrelas
  diante de um portal | emoldurado por cipós | com lanternas acesas | em queda livre | na maré baixa | sob um céu de chumbo
`);

export const styles = list(`
  fotografia realista | aquarela | ilustração digital | estilo cinematográfico | arte vetorial | pintura a óleo | pixel art
  desenho a lápis | renderização 3D | minimalismo | colagem de papel | xilogravura | arte conceitual | estilo retrô
  quadrinhos em preto e branco | mosaico | isometria | serigrafia | impressionismo | art déco | modernismo brasileiro
  surrealismo | cartaz de viagem antigo | gravura em metal | fotografia analógica | guache | arte naïf | cerâmica esmaltada
  papel recortado | pontilhismo | nanquim | neon | litografia | cubismo | afresco | linóleo | concretismo | vitral | tapeçaria
`);

export const lights = list(`
  luz natural | luz dourada de fim de tarde | luz suave de janela | contraluz | iluminação dramática | luz difusa | luz de velas
  neblina ao amanhecer | sombras longas | luz fria de inverno | reflexos na água | luz de palco | céu nublado | brilho de néon
  claro-escuro | luar azulado | sol a pino | luz filtrada por folhas | halo ao redor | penumbra | luz rasante | lusco-fusco
`);

export const colours = list(`
  azul | verde | branco | vermelho | preto | amarelo | laranja | rosa | bege | roxo | dourado | cinza | turquesa | terracota
  verde-musgo | azul-petróleo | lilás | mostarda | coral | vinho | ocre | prata | verde-água | carmim | índigo | âmbar | salmão
  marfim | cobre | magenta | anil | ferrugem | champanhe | berinjela | pistache | grafite | açafrão | cereja | turmalina
`);

export const places = list(`
  São Paulo | Rio de Janeiro | Salvador | Belo Horizonte | Recife | Curitiba | Porto Alegre | Fortaleza | Brasília | Manaus
  Belém | Florianópolis | Goiânia | Natal | Ouro Preto | Olinda | Paraty | São Luís | Maceió | João Pessoa | Campinas | Vitória
  Aracaju | Teresina | Cuiabá | Campo Grande | Porto Velho | Rio Branco | Macapá | Palmas | Boa Vista | Niterói | Santos
  Londrina | Joinville | Blumenau | Caxias do Sul | Pelotas | Uberlândia | Juiz de Fora | Tiradentes | Diamantina | Petrópolis
  Ilhéus | Lençóis | Caruaru | Garanhuns | Juazeiro do Norte | Sobral | Mossoró | Campina Grande | Petrolina | Parnaíba
  Santarém | Marabá | Parintins | Tefé | Cáceres | Corumbá | Bonito | Pirenópolis | Jalapão | Alto Paraíso | Chapada Diamantina
  Antonina | Morretes | Bento Gonçalves | Gramado | Laguna | Torres | Ubatuba | Ilhabela | Cananéia | Guararema | Cunha | Bananal
  Vassouras | Búzios | Itaúnas | Conceição da Barra | Caravelas | Cachoeira | Penedo | Piranhas | Triunfo | Exu | Crato | Icó
`);

/** First and last names of people, also those that texts mention. */
export const firstNames = list(`
  Ana | Maria | João | José | Pedro | Lucas | Mariana | Gabriel | Juliana | Rafael | Camila | Bruno | Beatriz | Felipe | Larissa
  Gustavo | Fernanda | Mateus | Amanda | Thiago | Letícia | Rodrigo | Patrícia | Daniel | Carolina | André | Aline | Marcelo
  Vanessa | Eduardo | Jéssica | Leonardo | Bianca | Vinícius | Natália | Henrique | Isabela | Caio | Luana | Diego | Sabrina
  Renato | Débora | Fábio | Priscila | Otávio | Elisa | Murilo | Tatiane | Igor | Raquel | Samuel | Cláudia | Hugo | Lívia
  Antônio | Helena | Davi | Alice | Arthur | Sofia | Heitor | Laura | Bernardo | Manuela | Miguel | Valentina | Nicolas | Cecília
  Joaquim | Lorena | Benício | Esther | Anthony | Yasmin | Ravi | Rebeca | Raul | Olívia | Breno | Jurema | Cauã | Iracema | Ubirajara
  Moacir | Jandira | Raimundo | Francisca | Severino | Socorro | Sebastião | Aparecida | Benedito | Conceição | Valdir | Neusa
  Wellington | Rosângela | Everton | Silvana | Jonas | Marlene | Ícaro | Dandara | Zuleica | Tarcísio | Quitéria | Anselmo | Ivone
  Clóvis | Odete | Dalva | Evaristo | Filomena | Gregório | Hortência | Inácio | Jacira | Leocádia
`);

export const lastNames = list(`
  Silva | Santos | Oliveira | Souza | Rodrigues | Ferreira | Alves | Pereira | Lima | Gomes | Costa | Ribeiro | Martins | Carvalho
  Almeida | Lopes | Soares | Fernandes | Vieira | Barbosa | Rocha | Dias | Nascimento | Andrade | Moreira | Nunes | Marques
  Machado | Mendes | Freitas | Cardoso | Ramos | Gonçalves | Santana | Teixeira | Araújo | Moura | Batista | Borges | Campos
  Castro | Correia | Cavalcanti | Duarte | Farias | Figueiredo | Fonseca | Franco | Guimarães | Lacerda | Macedo | Maia | Matos
  Medeiros | Melo | Miranda | Monteiro | Morais | Neves | Nogueira | Pacheco | Paiva | Peixoto | Pires | Queiroz | Reis | Rezende
  Sales | Sampaio | Siqueira | Tavares | Torres | Toledo | Vasconcelos | Viana | Xavier | Zanetti | Brandão | Bezerra | Bittencourt
  Camargo | Coutinho | Dantas | Diniz | Esteves | Furtado | Galvão | Holanda | Junqueira | Kubitschek | Leal | Magalhães | Muniz
  Novaes | Osório | Prado | Quadros | Rangel | Saraiva | Tenório | Uchoa | Valadares | Wanderley | Yamada | Tanaka | Nakamura
  Schneider | Müller | Rossi | Bianchi | Ferrari | Kowalski | Abreu | Aguiar | Bastos | Caldeira
`);

const SYLLABLES = list(`
  ma | ri | to | lu | ve | na | so | ti | la | re | mi | no | vi | sa | lo | ne | ra | di | fe | jo | za | be | tu | li | go
  do | le | ni | pa | ro | se | ta | vo | zi | mo | de | fi | ga | ja | nu
`);
/** How many invented names there are. */
export const INVENTED_NAMES = SYLLABLES.length ** 3;

/** A name that no list has, as companies and characters bear them: what makes the vocabulary of a real site so long. */
export function inventedName(index: number): string {
  // Neighbours shall not look alike: 48,271 is prime and no divisor of the number of names.
  const mixed = (index * 48_271 + 27_911) % INVENTED_NAMES;
  const n = SYLLABLES.length;
  const at = (digit: number) => SYLLABLES[digit] as string;
  const name = at(mixed % n) + at(Math.floor(mixed / n) % n) + at(Math.floor(mixed / n / n));
  return (name[0] as string).toUpperCase() + name.slice(1);
}
