/** Personal data that the site keeps: each kind of record with purpose and retention, as in tables and jobs. */
import type { ReactNode } from "react";

interface DataRecord {
  title: string;
  what: ReactNode;
  why: ReactNode;
  until: ReactNode;
}

const records: readonly DataRecord[] = [
  {
    title: "Conta",
    what: "E-mail, nome de usuário, o código argon2id da senha (a senha em si, nunca), se a conta está bloqueada e as datas de cadastro, de confirmação do e-mail, da última entrada, do último pedido de nova senha, de uma entrada sem a senha (por um link de e-mail ou, em um navegador novo, por uma conta vinculada) e da última alteração.",
    why: "Criar a conta, reconhecer você ao entrar, enviar os e-mails de confirmação e de nova senha e assinar o que você publica; e adiar, depois de uma entrada sem a senha, a primeira chave de acesso de quem cuida do site. Base legal: execução do contrato, os Termos de Uso (LGPD, art. 7º, V), e legítimo interesse na segurança (art. 7º, IX).",
    until: "Enquanto a conta existir. Você pode excluí-la quando quiser, nas configurações.",
  },
  {
    title: "Cadastro ainda não confirmado",
    what: "E-mail, nome de usuário, o código argon2id da senha e resumos criptográficos da chave sorteada pelo seu navegador e da rede de onde veio o pedido.",
    why: "Esperar que a pessoa dona do e-mail o confirme, no mesmo navegador ou com a senha; sem isso nenhuma conta é criada; e impedir que estranhos, com o seu e-mail, tomem o lugar do seu cadastro. Base legal: procedimentos anteriores ao contrato, a seu pedido (art. 7º, V).",
    until:
      "7 dias. Depois o cadastro deixa de valer, é apagado em cerca de uma hora e o nome de usuário fica livre. Se você corrigir o endereço antes, o errado é apagado na hora.",
  },
  {
    title: "Sessões abertas",
    what: "Para cada navegador em que você entrou: endereço IP e identificação do navegador no último uso, se entrou com senha, com uma chave de acesso, com uma conta vinculada ou pelo link de um e-mail e as datas de início e de última renovação.",
    why: "Manter você na sua conta e mostrar, só a você, onde sua conta está aberta, para que possa encerrar o que não reconhecer. Base legal: execução do contrato e legítimo interesse na segurança (art. 7º, V e IX).",
    until:
      "Cada uma, até você sair, encerrá-la nas configurações, alterar a senha em outro aparelho ou excluir a conta, ou até sua conta ser desbloqueada, se foi bloqueada; sem uso, por 90 dias desde a última renovação.",
  },
  {
    title: "Contas vinculadas",
    what: "Se você entra com a conta de outro serviço, como o Google: qual serviço, o identificador e o e-mail que ele informou, desde quando e o último uso. Enquanto você entra: também o nome que ele informou, um resumo do segredo sorteado pelo seu navegador e a página para onde voltar. Nenhum código ou chave que o serviço envia é guardado.",
    why: "Reconhecer você quando entra com esse serviço e mostrar, só a você, o que está vinculado. Base legal: execução do contrato (art. 7º, V).",
    until:
      "Até você desvincular a conta, nas configurações, alterar a senha ou excluir a sua. O que só serve para entrar, por no máximo 40 minutos; depois é apagado em cerca de uma hora.",
  },
  {
    title: "Chaves de acesso",
    what: "De cada chave que você cria: o nome, o código público com que se conferem as assinaturas dela e o nome técnico que o aparelho lhe deu, quantas vezes ela assinou, se o aparelho conta isso, de que modos o aparelho se conecta, se um gerenciador de senhas a guarda, as datas de criação e do último uso e, se a administração pediu a remoção, quando. A chave em si, a digital, o rosto e o PIN ficam no aparelho. Do que já foi respondido ao entrar, um número sorteado, por dez minutos.",
    why: "Deixar você entrar sem a senha, e pedir mais do que a senha a quem cuida do site. Base legal: execução do contrato e legítimo interesse na segurança (art. 7º, V e IX).",
    until: "Até você a remover ou excluir a conta, ou um dia depois que a administração pede a remoção.",
  },
  {
    title: "Chaves de API",
    what: "De cada chave que você cria para um programa: o nome que você deu, o começo dela, as permissões, as datas de criação e de validade, a do último uso, com a precisão de um minuto, e um resumo criptográfico da chave, nunca a própria chave.",
    why: "Reconhecer o programa que age em seu nome e mostrar, só a você, que chaves existem e se são usadas. Base legal: execução do contrato e legítimo interesse na segurança (art. 7º, V e IX).",
    until: "Até 90 dias depois de a chave expirar ou ser revogada, ou até você excluir a conta.",
  },
  {
    title: "Links enviados por e-mail",
    what: "Só um resumo criptográfico do código que está no link, nunca o próprio código.",
    why: "Confirmar que o e-mail é seu ou deixar você criar outra senha. Base legal: execução do contrato (art. 7º, V).",
    until: "Até o link ser usado ou vencer: o de confirmação, em 7 dias; o de nova senha, em 1 hora.",
  },
  {
    title: "Prompts e imagens",
    what: "Título, texto, descrição, tags, ferramenta de IA, imagem e o texto que a descreve, datas de publicação e da última alteração e autoria, de que outro prompt ele partiu e o que você diz que muda nele, além de um código que seu navegador sorteia a cada envio, para que nada saia publicado duas vezes. De um prompt editado ficam, à vista de todas as pessoas, as versões anteriores, até cem, com a imagem delas e o que você disse que mudou. A imagem é refeita nos tamanhos do site e perde os metadados que a câmera ou o programa gravou, como o lugar da foto; o arquivo original não é guardado. O que se vê na imagem continua nela.",
    why: "Publicar o que você enviou. Base legal: execução do contrato (art. 7º, V).",
    until:
      "Enquanto o prompt estiver publicado e por mais dez minutos depois que você o exclui, para que possa desfazer; uma versão anterior, até você excluí-la ou haver cem mais novas. Uma imagem é apagada junto com o último prompt ou a última versão que a usa; navegadores podem guardá-la por até um dia.",
  },
  {
    title: "Importações",
    what: "De cada importação: quais prompts e qual coleção vieram juntos, o formato do arquivo, quantos prompts eram, quando ela foi feita e, se foi, desfeita, e um resumo criptográfico do pedido, para que nada venha duas vezes. O arquivo é lido e não é guardado.",
    why: "Deixar você desfazer a importação por 24 horas e limitar quantos prompts uma conta traz por dia. Base legal: execução do contrato e legítimo interesse em evitar abusos (art. 7º, V e IX).",
    until: "Dois dias, ou até você excluir a conta. Os prompts ficam, como os outros que você publica.",
  },
  {
    title: "Curtidas e favoritos",
    what: "Quem, qual prompt e quando.",
    why: "Mostrar o que você curtiu e favoritou, contar as curtidas e guardar sua lista. Base legal: execução do contrato (art. 7º, V).",
    until: "Até você desfazer, ou até o prompt ou a conta deixar de existir.",
  },
  {
    title: "Respostas a “Funcionou?”",
    what: "De cada resposta: sobre qual prompt e qual versão dele, o modelo, se funcionou, a sua observação e a data. Se a moderação a removeu, quando.",
    why: "Mostrar para quantas pessoas e em quais modelos um prompt funcionou e, quando pelo menos três responderam, a observação com o seu nome. Base legal: execução do contrato (art. 7º, V).",
    until:
      "As que são sobre a versão atual, até você as remover; as outras, até o prompt ou a conta deixar de existir.",
  },
  {
    title: "Coleções",
    what: "Título, descrição, se é pública, os prompts dela em ordem, com a sua anotação e a data de cada um, e as datas de criação e da última alteração. Se a moderação a tornou privada, quando e por quê.",
    why: "Guardar suas listas e mostrar as que você decide mostrar. Base legal: execução do contrato (art. 7º, V).",
    until: "Até você a excluir, ou até a conta deixar de existir. Um prompt que é excluído sai das coleções.",
  },
  {
    title: "Quem e o que você segue",
    what: "As pessoas, as coleções e as tags que você segue, e desde quando. Ninguém mais vê isso, nem quem é seguido; de uma coleção pública, mostramos só quantas pessoas a seguem.",
    why: "Mostrar a você as novidades. Base legal: execução do contrato (art. 7º, V).",
    until: "Até você deixar de seguir, ou até a sua conta, a outra, a coleção ou a tag deixar de existir.",
  },
  {
    title: "Novidades por e-mail",
    what: "Se você pediu o e-mail semanal: desde quando, quando vai o próximo e até que dia as novidades já foram contadas.",
    why: "Enviar uma vez por semana o que há de novo das pessoas, coleções e tags que você segue. Base legal: consentimento (art. 7º, I), que você retira com um clique, em cada e-mail ou em “Novidades”.",
    until: "Até você cancelar, ou até a conta deixar de existir.",
  },
  {
    title: "Visualizações",
    what: "Um código calculado a partir do seu endereço IP, da identificação do navegador, da data e de uma chave secreta do site. Muda a cada dia e não é ligado à sua conta. O endereço e o navegador não são gravados; o total de visualizações é só um número.",
    why: "Contar cada visita uma vez a cada meia hora. Base legal: legítimo interesse em mostrar o que é visto, do modo menos invasivo que encontramos (art. 7º, IX).",
    until:
      "O código vale por meia hora e é apagado em cerca de uma hora, no máximo. O total fica com o prompt.",
  },
  {
    title: "Registro da administração e da moderação",
    what: "Cada decisão da administração, da moderação ou automática, como ocultar, remover, restaurar, advertir ou bloquear; quem ganhou ou perdeu o papel de moderação; e cada cópia de registros feita para uma autoridade: quem fez, quando, o motivo informado, o nome de usuário ou o título do prompt como era, o identificador da conta e do prompt e quantos prompts foram removidos junto. Nenhum e-mail e nada do que foi removido.",
    why: "Prestar contas do que foi feito, responder a quem pergunta o motivo e rever uma decisão. Base legal: legítimo interesse em administrar o site de modo justo e exercício de direitos em processos (art. 7º, IX e VI).",
    until:
      "Enquanto o site existir, mesmo depois que a conta ou o prompt deixa de existir. O registro inteiro, só a administração lê. De cada decisão sobre o que foi publicado, a página Moderação mostra a todo mundo o quê, quando, por qual regra e, quando isso não causa dano, o título ou o nome de usuário; nunca quem denunciou. Você pode pedir pelo contato o que o registro diz sobre você.",
  },
  {
    title: "Denúncias e decisões da moderação",
    what: "De cada denúncia: o motivo, a explicação, em que condição a pessoa denuncia, e a conta dela ou, de quem não tem conta, o nome e o e-mail que informou. Do que foi denunciado: o texto e a imagem como estavam e de quem são. De cada decisão e contestação: o que se decidiu, por qual regra, o motivo, quem decidiu e o texto da contestação. De uma imagem que não pode voltar: um resumo criptográfico do arquivo e resumos do que se vê nela, com os quais não dá para refazê-la. Se o assunto são crimes contra crianças e adolescentes: também a imagem, o nome de usuário, o e-mail e a data de cadastro de quem publicou.",
    why: "Receber denúncias, decidir de modo justo, contar o resultado aos dois lados, permitir que contestem e prestar contas. Base legal: legítimo interesse em um site seguro, exercício de direitos em processos e, quando a lei manda preservar, obrigação legal (art. 7º, IX, VI e II).",
    until:
      "Uma denúncia sem confirmação, 7 dias. A imagem denunciada que a pessoa troca, 30 dias depois da última decisão, ou até ela excluir o prompt. O texto do que foi denunciado, 30 dias depois da última decisão, ou seis meses se o assunto são crimes contra crianças e adolescentes, mesmo que a pessoa exclua o prompt ou a conta antes; nesse caso ficam também a imagem e os dados da conta, sob sigilo: o site não os mostra a ninguém, e são entregues só às autoridades. Sem uma decisão contra o que foi denunciado, nada disso fica. Quem denunciou, com conta ou sem, a explicação, o nome de quem foi denunciado e o título do prompt ou da coleção, um ano depois da última decisão; de uma conta excluída, quem denunciou some na hora. As decisões, seus motivos e as contestações, enquanto o site existir. Quem denunciou nunca é mostrado a quem foi denunciado.",
  },
  {
    title: "Registros de acesso",
    what: "Quando você se cadastra, entra, continua com a sessão aberta (a cada hora), sai, publica, edita, curte, favorita, denuncia ou muda qualquer outra coisa: data e hora, endereço IP, a porta de onde veio a conexão, quando é conhecida, o identificador da conta e que tipo de ação foi. O que se repete muitas vezes em um minuto, da mesma rede, deixa de ser registrado. Nada do conteúdo, e nada sobre o que você lê ou busca.",
    why: "Cumprir a lei, que obriga a guardar registros de acesso em sigilo (Marco Civil da Internet, Lei nº 12.965/2014, art. 15). Base legal: obrigação legal (LGPD, art. 7º, II).",
    until:
      "6 meses, mesmo que a conta seja excluída antes; depois são apagados em até um dia. Nenhuma tela do site os mostra, nem à administração. São entregues só à pessoa a quem dizem respeito, a pedido dela, ou por ordem judicial.",
  },
  {
    title: "Avisos por e-mail",
    what: "O e-mail, o nome de usuário e o texto do aviso, criptografados com a chave do site enquanto esperam o envio.",
    why: "Contar a você o que a administração ou a moderação decidiu, com o motivo; o que mudou na segurança da sua conta, como um acesso novo, a senha, uma chave ou uma conta vinculada; e que a sua conta foi excluída, mesmo quando ela não existe mais. Base legal: legítimo interesse em que ninguém seja removido ou bloqueado sem saber, e na segurança (art. 7º, IX).",
    until:
      "O envio é tentado por cerca de onze horas, no máximo; o que não foi enviado, ainda criptografado, é apagado em cerca de sete dias.",
  },
  {
    title: "Limites de uso",
    what: "Quantas vezes algo foi tentado, como entrar, pedir um e-mail, publicar ou editar, junto do resumo criptográfico (SHA-256) do endereço IP, da rede dele, da conta ou do e-mail. O resumo não mostra o dado, mas quem já o conhece poderia reconhecê-lo: por isso também dura pouco.",
    why: "Impedir que alguém adivinhe senhas, dispare e-mails em massa ou inunde o site. Base legal: legítimo interesse na segurança (art. 7º, IX).",
    until: "De um minuto a um dia, conforme o limite; o que venceu é apagado de hora em hora.",
  },
  {
    title: "Cópia dos seus dados",
    what: "Quando você pede uma cópia, seus textos, suas curtidas, seus favoritos, seu perfil e suas sessões passam por um arquivo temporário no servidor.",
    why: "Montar o arquivo ZIP enquanto você o baixa. Base legal: cumprimento da lei, que dá a você esse direito (art. 7º, II, e art. 18).",
    until: "Até o fim do download, mesmo quando ele falha no meio.",
  },
  {
    title: "Registros técnicos do servidor",
    what: "Hora, método, caminho, resultado e duração de cada requisição ao servidor, com um número que a identifica, e a descrição técnica do que falhou. Não anotamos endereço IP, navegador, senha nem o que vem depois do “?” no endereço, como o texto de uma busca. O caminho pode conter o número de um prompt ou o identificador de uma conta.",
    why: "Encontrar e corrigir falhas. Base legal: legítimo interesse em manter o site funcionando (art. 7º, IX).",
    until:
      "Não há um prazo fixo no programa: depende de como o servidor está instalado. Você pode perguntar o prazo pelo contato abaixo.",
  },
];

export function DataRecords() {
  return records.map(({ title, what, why, until }) => (
    <section key={title} className="mt-8 break-inside-avoid">
      <h3 className="text-xl">{title}</h3>
      <dl className="mt-2 grid gap-x-5 gap-y-1 border-t border-line pt-3 sm:grid-cols-[7rem_1fr] sm:gap-y-2.5">
        <Row term="O quê">{what}</Row>
        <Row term="Para quê">{why}</Row>
        <Row term="Até quando">{until}</Row>
      </dl>
    </section>
  ));
}

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-sm leading-7 font-semibold text-muted not-first:mt-2 sm:not-first:mt-0">{term}</dt>
      <dd>{children}</dd>
    </>
  );
}
