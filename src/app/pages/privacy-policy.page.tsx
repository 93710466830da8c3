/** `/privacy-policy`: the privacy policy, what the site really does. Keep it in step with the code. */

import { OnRequest, WriteTo } from "#app/legal/contact.tsx";
import { DataRecords } from "#app/legal/data-records.tsx";
import { LegalPage, LegalSection } from "#app/legal/legal-page.tsx";
import type { Page } from "#app/page.ts";
import { useSite } from "#app/site.tsx";
import { TextLink } from "#ui/button-link.tsx";

/** Without scheme: it is read, not clicked. */
function SiteAddress() {
  return <strong>{new URL(useSite().origin).host}</strong>;
}

function PrivacyPolicy() {
  return (
    <LegalPage
      title="Política de Privacidade"
      updated="2026-11-28"
      summary={
        <p>
          Em poucas palavras: guardamos só o necessário para o site funcionar, sem cookies, sem anúncios e sem
          rastreadores. Seu e-mail nunca aparece em público. Abaixo, cada coisa com seu motivo e seu prazo.
        </p>
      }
    >
      <LegalSection id="quem-somos" title="Quem cuida dos seus dados">
        <p>
          Esta política vale para a Prompteca no endereço <SiteAddress />. Quem administra o site nesse
          endereço decide o que é feito com os dados e responde por eles: é o controlador, nas palavras da Lei
          Geral de Proteção de Dados (LGPD, Lei nº 13.709/2018).
        </p>
        <WriteTo about="privacy" />
      </LegalSection>
      <LegalSection id="o-que-guardamos" title="O que guardamos, para quê e até quando">
        <p>
          Quem só visita, sem conta, deixa apenas o que está em “Visualizações”, “Limites de uso” e “Registros
          técnicos”; se usar um formulário de cadastro ou de nova senha, também em “Registros de acesso”; e,
          se denunciar algo, em “Denúncias e decisões da moderação” e em “Registros de acesso”. O que você
          digita na busca serve para responder na hora e não é gravado. De quem tem conta, guardamos o que
          segue.
        </p>
        <p>
          Onde falamos em resumo criptográfico ou em código argon2id: é uma sequência de letras e números da
          qual não dá para recuperar o original. A identificação do navegador é o nome e a versão que ele
          informa a cada site.
        </p>
        <DataRecords />
      </LegalSection>
      <LegalSection id="navegador" title="Sem cookies: o que fica no seu navegador">
        <p>
          Não usamos cookies nem qualquer ferramenta de publicidade ou de análise. Algumas coisas ficam na
          memória do próprio navegador, porque sem elas o site não faria o que você pediu:
        </p>
        <ul>
          <li>
            <strong>sua sessão</strong>, com seu e-mail e nome de usuário, quando você entra: até sair, se
            marcou “Lembrar de mim”; senão, até fechar a aba;
          </li>
          <li>
            <strong>uma chave deste navegador</strong>, sorteada quando você se cadastra ou marca “Lembrar de
            mim” ao entrar: com ela o site reconhece o navegador ao confirmar o e-mail e na próxima entrada, e
            quem tentar adivinhar sua senha não impede você de entrar. Ela permanece depois que você sai da
            conta; o site guarda só um resumo dela, por até um ano depois da última entrada, e o apaga quando
            você altera a senha em outro lugar, encerra suas outras sessões ou exclui a conta;
          </li>
          <li>
            <strong>o tema</strong> claro ou escuro, quando você escolhe um;
          </li>
          <li>
            <strong>a hora</strong> em que poderá pedir outro e-mail de confirmação, quando se cadastra ou
            pede um, sem guardar o endereço;
          </li>
          <li>
            <strong>o que ficou à espera do login</strong>, a curtida, o favorito, a resposta com o que você
            escreveu nela ou quem seguir, ou a página que ia abrir: até entrar, desistir ou sair da conta, e
            por no máximo uma hora;
          </li>
          <li>
            <strong>o segredo de uma entrada com outro serviço</strong>, como o Google, enquanto você vai até
            lá e volta, com a página em que estava: até entrar, e por no máximo 40 minutos;
          </li>
          <li>
            <strong>quais prompts você copiou</strong>, para perguntar depois se funcionaram: o número de cada
            um dos 100 últimos e a hora, ou que você não quer mais a pergunta: até você sair da conta;
          </li>
          <li>
            <strong>até quando você viu as novidades</strong>, para marcar as que chegaram depois, e a altura
            do começo da página inicial, para que nada salte enquanto ela abre: até você sair da conta;
          </li>
          <li>
            <strong>que os atalhos de teclado estão desligados</strong>, o da busca ou os da moderação, se
            você os desligou;
          </li>
          <li>
            <strong>a hora</strong> em que uma página que não carregou foi recarregada automaticamente, até
            fechar a aba;
          </li>
          <li>
            <strong>seus rascunhos</strong>, texto e imagem, enquanto você escreve ou edita um prompt: até
            enviar, cancelar, descartar ou excluir a conta, e por no máximo 30 dias. Continuam no aparelho
            depois que você sai da conta, mas só são mostrados a quem entrar com ela; em um aparelho de outras
            pessoas, descarte-os antes de sair;
          </li>
          <li>
            <strong>uma denúncia</strong> que você está escrevendo e <strong>os campos</strong> de um prompt
            que você preenche: só nesta aba, até você sair da conta ou fechar a aba. A última denúncia enviada
            sem conta também fica na aba, para você corrigir o e-mail, e nada disso passa a quem entrar
            depois. Se você vai entrar ou se cadastrar enquanto denuncia, a denúncia fica por uma hora também
            para as outras abas.
          </li>
        </ul>
        <p>
          A sessão é enviada ao site como prova de quem você é; a chave do navegador, só quando você se
          cadastra, confirma o e-mail ou entra; o segredo de uma entrada com outro serviço, só ao terminá-la;
          um rascunho ou uma denúncia, só quando você envia. O resto não sai do navegador. Para apagar tudo
          isso, limpe os dados do site no navegador.
        </p>
        <p>
          O que você preenche nos campos de um prompt não é enviado a nós. Ao escolher “Abrir no…”, o prompt
          preenchido é copiado e, quando cabe, vai no endereço que se abre; só então o site dessa ferramenta
          de IA o recebe. Os dados gravados em uma imagem são lidos no seu aparelho, para oferecer o prompt
          que houver neles, e retirados da imagem publicada, que leva só o seu nome de usuário e o endereço do
          prompt.
        </p>
        <p>
          As páginas não chamam nenhum outro site: fontes, imagens e scripts vêm todos daqui, e o navegador é
          instruído a recusar o que não vier. Um link para fora só leva você até lá se for clicado, e então
          valem as regras de lá. O mesmo vale para “Entrar com…”: o serviço que você escolhe fica sabendo que
          você entra aqui, e nos informa o seu nome, o seu e-mail e se ele foi confirmado.
        </p>
      </LegalSection>
      <LegalSection id="quem-ve" title="Quem vê o quê">
        <ul>
          <li>
            <strong>Todo mundo</strong> vê seu nome de usuário, desde quando você é membro, seus prompts com
            imagem, data, curtidas e visualizações, as observações que você deixa ao dizer se um prompt
            funcionou, com o modelo e a resposta, e o código que identifica sua conta na interface pública de
            dados. Também vê as coleções que você tornou públicas, com as anotações. Sua página pública reúne
            isso, e dá para acompanhar seus novos prompts por RSS. Buscadores podem incluir os prompts e essa
            página em seus resultados.
          </li>
          <li>
            Das pessoas que usam o site, <strong>só você</strong> vê seus favoritos, suas coleções privadas, o
            que curtiu e seu e-mail. As outras veem apenas quantas curtidas um prompt recebeu.
          </li>
          <li>
            <strong>A administração</strong> tem acesso ao que está guardado, na medida em que precisa dele
            para cuidar do site. Sua senha, ninguém consegue ler.
          </li>
          <li>
            <strong>A moderação</strong>, pessoas que a administração nomeia, vê denúncias, quem as fez e o
            que foi denunciado, e decide sobre elas; seu e-mail aparece para ela incompleto.
          </li>
        </ul>
        <p>
          O cadastro avisa quando um e-mail já tem conta ou um nome já está em uso, para que ninguém preencha
          o formulário à toa; essas consultas têm limite. Os pedidos de nova senha nunca revelam se a conta
          existe.
        </p>
        <p>
          Não vendemos nem trocamos dados. Para funcionar, o site pode depender de fornecedores de hospedagem,
          de armazenamento de imagens e de envio de e-mails, que tratam os dados em nome da administração, às
          vezes fora do Brasil, e podem ter registros próprios. Quais são, e em que país, você pode perguntar
          pelo contato. Fora isso, dados só são entregues quando a lei ou uma ordem judicial obriga.
        </p>
      </LegalSection>
      <LegalSection id="seguranca" title="Como protegemos">
        <ul>
          <li>
            Senhas são guardadas só como um código argon2id, que não permite recuperá-las, nem mesmo a nós.
          </li>
          <li>
            Os códigos dos links enviados por e-mail e as chaves de API são guardados só como resumo, e as
            chaves das sessões, criptografadas.
          </li>
          <li>Tentativas de entrar, de se cadastrar e de pedir e-mails são limitadas.</li>
          <li>Toda permissão é conferida no servidor, a cada ação.</li>
        </ul>
        <p>
          Nenhum sistema é perfeito. Se um incidente puder causar risco ou dano relevante a você, avisaremos
          você e a ANPD, como manda a lei (art. 48). Se encontrar uma falha, conte para nós pelo contato antes
          de torná-la pública.
        </p>
      </LegalSection>
      <LegalSection id="seus-direitos" title="Seus direitos e como usá-los">
        <p>Pela LGPD (arts. 18 e 20), você pode, a qualquer momento e de graça:</p>
        <ul>
          <li>saber se tratamos dados seus, vê-los e receber uma cópia que possa levar a outro serviço;</li>
          <li>corrigir o que estiver errado, incompleto ou desatualizado;</li>
          <li>
            pedir que sejam apagados, bloqueados ou anonimizados dados desnecessários, excessivos ou tratados
            fora da lei, e encerrar sua conta com tudo o que é dela;
          </li>
          <li>saber com quem dados foram compartilhados;</li>
          <li>opor-se ao que fazemos com base em legítimo interesse, se achar que não cumprimos a lei;</li>
          <li>
            pedir que uma pessoa reveja o que foi decidido automaticamente, como a recusa de um texto por
            linguagem imprópria.
          </li>
        </ul>
        <p>
          Quase tudo isso você faz por conta própria, na hora, no{" "}
          <TextLink href="/profile">seu perfil</TextLink> e nas{" "}
          <TextLink href="/settings">configurações</TextLink>:
        </p>
        <ul>
          <li>
            mudar o nome de usuário e a senha; alterar e excluir seus prompts e coleções; desfazer curtidas e
            favoritos; mudar e remover o que disse de um prompt que usou;
          </li>
          <li>
            ver onde sua conta está aberta, com o navegador, o endereço IP e as datas de cada sessão, e
            encerrar uma delas ou todas as outras; ver e revogar suas chaves de API;
          </li>
          <li>
            baixar uma cópia dos seus dados em um arquivo ZIP: perfil, sessões, chaves de API, prompts com as
            imagens, importações, curtidas, favoritos, respostas a “Funcionou?”, coleções, pessoas, coleções e
            tags que segue, decisões da moderação sobre você e denúncias que você fez, em formatos que outros
            programas leem (JSON, Markdown e WebP);
          </li>
          <li>
            excluir a conta. Antes de confirmar você vê o que será apagado: a conta, seus prompts com as
            imagens que só eles usam, suas curtidas, seus favoritos, suas respostas, suas coleções e suas
            sessões. Tudo é apagado imediatamente, e não há como desfazer; seu e-mail e seu nome de usuário
            ficam livres. Só continuam guardados os registros de acesso, que a lei manda guardar por 6 meses,
            e o que está em “Denúncias e decisões da moderação” e “Registro da administração e da moderação”,
            pelos prazos que se leem ali. Se existirem cópias de segurança do servidor, os dados ficam nelas
            até que sejam substituídas.
          </li>
          <li>
            com a conta bloqueada ou removida pela administração, baixar essa cópia ou excluir a conta na{" "}
            <TextLink href="/blocked-account">página da conta bloqueada</TextLink>. Depois de excluí-la,
            guardamos por 6 meses um código que não permite recuperar o endereço de e-mail, só para que ele
            não seja usado em outra conta.
          </li>
        </ul>
        <p>
          Se você digitou o endereço errado no cadastro, corrija-o antes de confirmar, na página que aparece
          depois de se cadastrar.
        </p>
        <OnRequest what="Receber os seus registros de acesso, trocar o e-mail de uma conta já confirmada, tratar de uma conta bloqueada ou exercer outro desses direitos" />
        <p>
          Para ter certeza de que o pedido é seu, podemos confirmar por uma mensagem ao e-mail da conta; nunca
          pediremos sua senha por mensagem. A declaração completa sobre seus dados é entregue em até 15 dias
          (art. 19).
        </p>
        <p>
          Se a resposta não resolver, você pode reclamar à ANPD, que fiscaliza a LGPD, em{" "}
          <TextLink href="https://www.gov.br/anpd/">gov.br/anpd</TextLink>, ou aos órgãos de defesa do
          consumidor.
        </p>
      </LegalSection>
      <LegalSection id="menores" title="Crianças e adolescentes">
        <p>
          Não perguntamos a idade. Quem tem menos de 18 anos só deve se cadastrar com a autorização de uma
          pessoa responsável, que pode exercer em seu nome todos os direitos acima.
        </p>
      </LegalSection>
      <LegalSection id="mudancas" title="Mudanças nesta política">
        <p>
          Quando o site passa a tratar dados de outro modo, este texto muda com ele, e a data no alto da
          página também.
        </p>
      </LegalSection>
    </LegalPage>
  );
}

export const page: Page = {
  Component: PrivacyPolicy,
  head: () => ({
    title: "Política de Privacidade",
    description:
      "O que a Prompteca guarda sobre você, para quê e até quando: sem cookies, sem anúncios e sem chamadas a outros sites. E como exercer os direitos que a LGPD dá a você.",
  }),
};
