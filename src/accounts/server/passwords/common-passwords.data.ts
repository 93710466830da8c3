/** Words from which people build passwords, weak with any few digits or signs around them, and whole passwords. */

/** Lower case without accents. */
export const WORDS = `
senha senhas minhasenha senhasenha senhaforte senhasegura senhanova novasenha trocarsenha mudarsenha mudar acesso entrar
admin administrador administrator root suporte support usuario user users teste testes testando test testing tester login
guest convidado master mestre default padrao sistema system server servidor gerente diretor cliente clientes empresa
empresas escritorio escola aluno alunos professor professora computador internet notebook celular telefone whatsapp
facebook instagram google gmail hotmail outlook yahoo youtube twitter tiktok windows microsoft linux android samsung
motorola nokia iphone apple prompteca prompt prompts chatgpt
brasil brazil brasileiro brasileira brasilia saopaulo riodejaneiro rio minas minasgerais bahia salvador recife pernambuco
fortaleza ceara curitiba parana portoalegre gaucho gremista manaus amazonas amazonia belem goiania goias natal maceio
alagoas aracaju sergipe teresina piaui saoluis maranhao joaopessoa paraiba florianopolis floripa santacatarina vitoria
campogrande cuiaba matogrosso palmas tocantins rondonia roraima amapa acre santos campinas guarulhos osasco sorocaba
niteroi portugal lisboa copacabana ipanema carnaval samba praia verao sol lua estrela estrelas mar ceu
futebol bola gol golaco flamengo mengao fla flamengo1981 corinthians timao vaidecorinthians palmeiras verdao porco
saopaulofc spfc tricolor santosfc peixe vasco vascodagama vascao gigante fluminense fluzao botafogo fogao gremio
internacional inter colorado cruzeiro raposa atletico galo galodoido bahiaec esporteclube sport sportrecife nautico
santacruz ceararacing fortalezaec athletico coritiba chapecoense selecao hexa penta campeao campeoes neymar pele ronaldo
ronaldinho romario kaka zico messi cristiano cristianoronaldo barcelona realmadrid chelsea arsenal liverpool manchester
juventus milan benfica sporting porto boca river
amor amore amorzinho meuamor amorverdadeiro amoreterno teamo euteamo teamomuito teadoro amo adoro paixao apaixonado
apaixonada coracao beijo beijos carinho saudade saudades amizade amigo amigos amiga amigas namorado namorada marido
esposa casado casada feliz felicidade alegria sorriso esperanca vida minhavida vidaloka vidanova liberdade paz sucesso
vencer vencedor vitorioso guerreiro guerreira princesa princesinha principe rainha rei anjo anjinho anjos bebe bebezinho
nenem lindo linda lindinha gatinha gatinho gato gata cachorro cachorra cachorrinho docinho docura fofa fofo fofinha
gostosa gostoso delicia tesao chocolate pipoca brigadeiro abacaxi banana morango melancia laranja cerveja cachaca cafe
familia minhafamilia mae mamae pai papai filho filha filhos irmao irma avo vovo tia tio primo prima
deus deusefiel deuseamor deusebom deusnocomando jesus jesuscristo jesuseamor jesuscristoe jesuslove cristo senhor
maria nossasenhora aparecida avemaria saojorge santoantonio espiritosanto igreja biblia fe gratidao aleluia gloria
jose joao antonio francisco carlos paulo pedro lucas luiz luis marcos mateus matheus gabriel rafael daniel marcelo bruno
eduardo felipe rodrigo manoel manuel gustavo andre fernando fabio leonardo guilherme leandro tiago thiago anderson
ricardo marcio jorge alexandre roberto edson diego vitor victor sergio claudio miguel arthur davi bernardo heitor
enzo lorenzo theo nicolas joaquim samuel henrique caio vinicius murilo renato renan igor hugo otavio raul alex alan
wagner wesley wellington washington william douglas everton robson junior juninho cesar julio mauricio adriano
ana anapaula anaclara mariaclara mariaeduarda mariajulia francisca antonia adriana juliana marcia fernanda patricia aline
sandra camila amanda bruna jessica leticia julia luciana vanessa mariana gabriela vera larissa claudia beatriz luana rita
sonia renata eliane simone cristina cristiane carla carol carolina caroline daniela daniele rafaela isabela isabella
bianca natalia tatiana viviane priscila raquel helena alice laura manuela sofia sophia valentina heloisa luiza lorena
livia giovanna cecilia eloa lara clara melissa yasmin yasmim nicole barbara monica debora michele milena paula paola
joana joaquina regina silvia fatima lucia luzia marta silva santos souza oliveira pereira lima ferreira costa rodrigues
almeida nascimento alves carvalho araujo ribeiro gomes martins barbosa rocha dias moreira nunes mendes cardoso
janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro
segunda terca quarta quinta sexta sabado domingo segundafeira sextafeira hoje amanha
azul verde amarelo vermelho preto branco rosa roxo cinza dourado prata ouro diamante cristal safira rubi esmeralda
homem mulher menino menina crianca professorinha bandido ladrao policia soldado bombeiro exercito marinha capitao
comando doutor doutora medico enfermeira advogado advogada engenheiro motorista caminhoneiro
sertanejo pagode forro funk rock rockandroll musica violao guitarra bateria legiaourbana charliebrown racionais
anitta xuxa ivete turmadamonica monicaecebolinha chaves chapolin naruto sasuke goku vegeta dragonball pokemon pikachu
batman superman homemaranha spiderman wolverine vingadores ironman hulk thor coringa joker harrypotter starwars
minecraft fortnite freefire roblox leagueoflegends counterstrike callofduty playstation xbox nintendo mario sonic zelda
dinheiro rico milionario sorte trabalho felizardo segredo segredos secreto secreta oculto confidencial
ninguem tudo nada qualquer qualquercoisa seila naosei naolembro esqueci esquecisenha lembrar lembrei sempre nunca
bomdia boatarde boanoite ola oi tchau obrigado obrigada bemvindo bemvinda porfavor
merda caralho porra bosta foda fodase vaisefoder puta putaria buceta piroca cacete viado
moto carro honda yamaha fusca ferrari corolla civic volkswagen chevrolet fiat ford toyota mercedes porsche harley
password passwords passwd passw passwort pass passcode mypassword letmein letmeinn welcome welcomeback changeme change
iloveyou iloveu loveyou loveme lovely love lover lovers iloveme iloveyouso mylove truelove forever always
princess sunshine football baseball basketball soccer hockey softball volleyball superstar superhero shadow monkey
dragon michael jordan jennifer jessie ashley mustang charlie hunter ranger buster thomas robert george summer winter
spring autumn computer cookie pepper ginger flower butterfly purple orange yellow silver golden diamond crystal secret
secrets whatever nothing something anything freedom friends friend family forever21 rainbow unicorn tigger snoopy
mickey minnie disney elephant dolphin tiger lion panther eagle falcon phoenix wolf wolves puppy kitty kitten horse
angel angels angelica angelina blessed faith hope jesuslovesme heaven godisgood trustno trustme trustno1 killer hacker
hacked ninja samurai assassin warrior knight wizard magic matrix galaxy universe starfish midnight lightning thunder
hello helloworld hellokitty goodbye google123 internet1 access admin123 samsung1 michelle nicole1 daniel1 babygirl
babyboy baby babygurl sweetheart sweety sweetie sugar honey chocolate1 strawberry cherry peaches apples banana1
bubbles bubble lollipop cupcake candy muffin pumpkin pickle cheese pizza coffee coke pepsi guinness
batman1 superman1 spongebob scooby scoobydoo garfield simpsons southpark metallica nirvana slipknot linkinpark greenday
blink182 ironmaiden acdc beatles madonna shakira rihanna beyonce eminem tupac biebs justin justinbieber onedirection
steelers cowboys yankees lakers packers patriots redskins redsox raiders broncos giants celtics
victoria alexander alexandra samantha elizabeth stephanie christopher christian christine catherine benjamin jonathan
anthony matthew andrew joshua jackson maggie melissa1 rebecca rachel sabrina vanessa1 veronica monica1 patrick brandon
tinkerbell marlboro corvette camaro chevy suzuki kawasaki scorpion gemini aquarius capricorn sagitarius virgo libra
america england london canada germany deutschland france paris madrid espana mexico argentina buenosaires colombia
peru chile venezuela africa angola mocambique australia dallas chicago newyork brooklyn hollywood california
asshole fuckyou fuckoff fuckme fuck bitch pussy sexy sexybabe hotstuff playboy blowjob
qwerty qwertyui qwertyuiop asdf asdfgh asdfghjk asdfghjkl zxcvbn zxcvbnm qwer qweasd qweasdzxc qazwsx qazwsxedc qaz wsx
azerty abc abcd abcde abcdef abcdefg abcdefgh xyz
`;

/** As they are, letters and digits alone. */
export const EXACT = `
a1b2c3d4 a1b2c3d4e5 a12345678 a123456789 aa123456 aa12345678 abcd1234 abc123abc 123abc456 123456abc 12345abc
1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4 q1w2e3r4t5 1qaz2wsx 2wsx1qaz zaq12wsx zaq1xsw2 xsw21qaz 1qazxsw2 qaz123wsx
qwe123qwe qwe123asd asd123asd 123qweasd 123qwe123 qweasd123 qwerty12 qwer1234 asdf1234 zxcv1234 poiuytre
p4ssw0rd pa55word pass1word passpass testtest teste123teste adminadmin rootroot useruser loginlogin
trustno1 blink182 ncc1701d ncc1701e thx1138a rush2112 number1one iloveyou2 4ever4ever 2fast4you gofish123 n0rem0rse
fla1981mengo galo2013doido timao2012 brasil2002penta brasil5x0 hexa2026brasil brasil7x1 7x1brasil
mudar123mudar trocar123trocar senha123senha 123senha123 123mudar123 admin123admin user1234user guest1234guest
s3nh4s3nh4 r00tr00t 4dm1n4dm1n l0v3l0v3 j3susj3sus d3usd3us
`;
