/** `/terms-of-use`: the terms of use. */

import { Representative, WriteTo } from "#app/legal/contact.tsx";
import { LegalPage, LegalSection } from "#app/legal/legal-page.tsx";
import type { Page } from "#app/page.ts";
import { useSite } from "#app/site.tsx";
import { TextLink } from "#ui/button-link.tsx";

function TermsOfUse() {
  const { reviewNewAccounts } = useSite();
  return (
    <LegalPage
      title="Termos de Uso"
      firstVersion="2025-04-15"
      updated="2026-11-28"
      summary={
        <p>
          Em poucas palavras: publique o que é seu e pode servir aos outros, respeite as pessoas, e os
          direitos do que você escreveu continuam com você. Abaixo, as regras por inteiro.
        </p>
      }
    >
      <LegalSection id="aceite" title="O que é a Prompteca">
        <p>
          A Prompteca é uma biblioteca aberta de prompts de inteligência artificial (IA) em português: cada um
          com seu texto, a ferramenta de IA para a qual foi escrito e uma imagem. Ler, buscar e copiar não
          exige conta nem custa nada. Para publicar, curtir e favoritar é preciso ter uma.
        </p>
        <p>
          Estes termos valem para quem usa o site. Ao se cadastrar, você declara que os leu e que concorda com
          eles. O que fazemos com seus dados está na{" "}
          <TextLink href="/privacy-policy">Política de Privacidade</TextLink>.
        </p>
      </LegalSection>
      <LegalSection id="conta" title="Sua conta">
        <p>
          A conta passa a existir quando você confirma seu e-mail. O nome de usuário aparece em tudo o que
          você publica, não precisa ser seu nome verdadeiro e não pode conter linguagem imprópria nem servir
          para você se passar por outra pessoa.
        </p>
        <p>
          A conta é sua: guarde bem a senha e não a empreste. Se achar que alguém a descobriu, altere-a nas{" "}
          <TextLink href="/settings">configurações</TextLink>, onde também vê e encerra as sessões abertas, ou
          crie outra em <TextLink href="/forgot-password">Recuperar senha</TextLink>. Nunca pedimos sua senha
          por e-mail.
        </p>
        <p>
          Se você tem menos de 18 anos, leia estes termos com quem é responsável por você e só se cadastre com
          a autorização dessa pessoa.
        </p>
      </LegalSection>
      <LegalSection id="publicar" title="O que você pode publicar">
        <p>
          Prompts que possam servir a outras pessoas: escritos por você, ou por quem permitiu que você os
          publicasse, com uma imagem que mostre ou represente o resultado. Escolha a ferramenta de IA certa e
          um título que diga do que se trata. Não é permitido publicar:
        </p>
        <ul>
          <li>o que a lei brasileira proíbe, ou instruções para fazê-lo;</li>
          <li>qualquer conteúdo que explore ou sexualize crianças e adolescentes;</li>
          <li>
            ódio, ameaça, assédio ou discriminação contra pessoas ou grupos, nem linguagem imprópria, nudez ou
            violência explícita;
          </li>
          <li>textos e imagens de outras pessoas sem a autorização delas;</li>
          <li>
            dados pessoais de alguém, como telefone, endereço, documento ou rosto, sem o consentimento dessa
            pessoa;
          </li>
          <li>imagens que façam alguém real parecer dizer ou fazer o que não disse nem fez;</li>
          <li>propaganda, golpes, programas nocivos ou a mesma publicação repetida muitas vezes.</li>
        </ul>
        <p>
          Também não é permitido tentar invadir contas, burlar os limites do site, inflar curtidas ou
          visualizações ou atrapalhar o uso do site por outras pessoas.
        </p>
      </LegalSection>
      <LegalSection
        id="sem-moderacao-previa"
        title={reviewNewAccounts ? "Só as contas novas têm revisão prévia" : "Não há revisão prévia"}
      >
        <p>
          {reviewNewAccounts
            ? "O que uma conta nova envia ou muda (no primeiro dia dela, e até que tenha três prompts na biblioteca) espera que alguém da moderação olhe; o que as outras enviam aparece na biblioteca na hora, para qualquer pessoa. Além disso, há"
            : "O que você envia aparece na biblioteca na hora, para qualquer pessoa, sem que a administração leia antes. Há apenas"}{" "}
          verificações automáticas: textos e nomes com linguagem imprópria são recusados, com um aviso, e você
          pode corrigi-los; arquivos que não são uma imagem aceita também são; e cada conta tem um limite de
          publicações em pouco tempo.
        </p>
        <p>
          Essas verificações não leem intenções e podem errar. Se um texto seu foi recusado sem motivo, conte
          para a administração pelo{" "}
          <a href="#contato" className="text-link">
            contato
          </a>{" "}
          abaixo.
        </p>
      </LegalSection>
      <LegalSection id="denuncias" title="Denúncias">
        <p>
          Viu algo que não deveria estar aqui, ou que é seu? Qualquer pessoa, com conta ou sem, pode denunciar
          um prompt, uma resposta, uma coleção ou uma pessoa em{" "}
          <TextLink href="/denunciar">Denunciar</TextLink>. Quem denuncia recebe um código com que acompanha o
          andamento, e nunca é mostrado a quem foi denunciado.
        </p>
        <p>
          Cada denúncia confirmada é lida por uma pessoa: em até duas horas quando trata de imagem íntima ou
          de crianças e adolescentes, em um dia quando trata de violência, ódio ou dados pessoais, e em sete
          dias nos outros casos. São prazos que a moderação se dá; o que aconteceu com eles está em{" "}
          <TextLink href="/transparencia">Transparência</TextLink>.
        </p>
        <p>
          Nos dois assuntos mais urgentes, a publicação fica oculta assim que a denúncia é confirmada, até que
          uma pessoa decida. Há três exceções, em que ela continua no site até a decisão: uma pessoa já a
          analisou e manteve; quem denuncia já fez ocultar várias no mesmo dia; ou seis já estão ocultas
          assim, à espera de uma pessoa. Fora isso, nenhuma quantidade de denúncias tira algo do site.
        </p>
        <p>
          Não é permitido denunciar de má-fé: sabendo que não há motivo, ou para perseguir alguém. Enganar-se
          não é má-fé. Quem denuncia de má-fé com uma conta recebe uma advertência; se insiste, suas denúncias
          são pausadas por 30 dias, menos as de imagem íntima, de crianças e adolescentes e de violência. As
          duas decisões têm motivo e podem ser contestadas, como as outras.
        </p>
      </LegalSection>
      <LegalSection id="remocao" title="Remoção, bloqueio e contestação">
        <p>
          A administração, e as pessoas da moderação que ela nomeia, podem ocultar ou remover publicações que
          descumpram estes termos, a lei ou uma ordem judicial, advertir quem as fez e bloquear a conta de
          quem insiste ou comete algo grave. Só a administração remove contas. Uma conta bloqueada perde o
          acesso na mesma hora; o que ela publicou continua no site, a não ser que também seja removido. Uma
          conta removida pela administração sai do site com os seus prompts, e quem a usava não pode entrar,
          mas ainda pode ler o motivo, contestar, baixar uma cópia dos dados ou excluí-la.
        </p>
        <p>
          Quem publicou e quem denunciou recebem um e-mail que diz o que foi feito, qual regra foi aplicada, o
          motivo que a moderação escreveu e se a decisão foi de uma pessoa ou do sistema. Cada lado pode
          contestar a decisão uma vez, em até 20 dias; quem responde é outra pessoa da moderação, quando há
          uma.
        </p>
        <p>O que acontece com o que foi removido, um prompt ou uma conta inteira:</p>
        <ul>
          <li>
            Pode voltar por 30 dias, com curtidas e favoritos. Depois é apagado para sempre, a não ser que uma
            contestação ou outro caso da mesma pessoa ainda espere resposta.
          </li>
          <li>
            O que envolve crimes contra crianças e adolescentes fica guardado, fora do site, por seis meses,
            para as autoridades.
          </li>
          <li>
            A imagem de um prompt removido por intimidade, por crime contra crianças e adolescentes ou por
            direitos autorais deixa de ser mostrada e não pode ser publicada de novo. O site em geral
            reconhece e recusa cópias parecidas.
          </li>
          <li>
            Outros prompts com exatamente essa imagem ficam ocultos até que uma pessoa decida. Os que têm uma
            parecida continuam no site, e uma pessoa os analisa.
          </li>
          <li>
            Quem publicou pode sempre excluir o próprio prompt ou a conta. O prompt sai do site na hora; dez
            minutos depois, ele e a imagem deixam de ser guardados. O texto denunciado continua com a denúncia
            até 30 dias depois da última decisão.
          </li>
          <li>
            Se o assunto são crimes contra crianças e adolescentes, porém, o texto, a imagem e os dados da
            conta ficam guardados por seis meses, sob sigilo e só para as autoridades.
          </li>
        </ul>
        <p>
          Você também pode mudar de ideia: altere ou exclua um prompt seu na página dele, ou exclua a conta
          inteira nas <TextLink href="/settings">configurações</TextLink>, quando quiser e sem dar motivo.
        </p>
      </LegalSection>
      <LegalSection id="direitos" title="Os direitos continuam seus">
        <p>
          Publicar não transfere nada: os direitos sobre seus textos e imagens continuam sendo de quem os
          criou. Você só autoriza a Prompteca, de graça e sem exclusividade, a guardar o que publicou e a
          exibi-lo no site com seu nome de usuário. Isso inclui:
        </p>
        <ul>
          <li>mostrar o prompt em listas, buscas e na página dele, e pela interface pública de dados;</li>
          <li>converter a imagem para os tamanhos e o formato em que o site a mostra;</li>
          <li>montar a prévia que aparece quando alguém compartilha o link;</li>
          <li>
            mostrar o prompt em outros sites que o incorporem, e incluí-lo na cópia de uma coleção que alguém
            baixe, sempre com seu nome e o link;
          </li>
          <li>deixar que outras pessoas publiquem adaptações, com crédito, enquanto você permitir.</li>
        </ul>
        <p>
          A autorização dura enquanto o prompt estiver publicado. Depois da remoção, cópias da imagem podem
          levar até um dia para sumir dos navegadores; as que outras pessoas fizeram e as de buscadores e
          aplicativos de mensagem não dependem de nós.
        </p>
        <p>
          Um prompt existe para ser usado: qualquer pessoa pode ler o seu, copiá-lo e usá-lo em uma ferramenta
          de IA. Fora as adaptações que você permite, para republicá-lo ou vendê-lo é preciso a sua permissão,
          salvo o que a lei de direitos autorais já permite.
        </p>
      </LegalSection>
      <LegalSection id="responsabilidade" title="Responsabilidade de cada um">
        <p>
          Quem publica responde pelo que publicou. Quem usa um prompt responde pelo uso: leia antes de colar,
          não inclua dados sigilosos e confira o que a ferramenta respondeu. Modelos de IA erram e dão
          respostas diferentes a cada vez; o resultado pode não ser igual ao da imagem, e nenhum prompt
          substitui a orientação de um profissional.
        </p>
        <p>
          Cuidamos do site para que funcione bem, mas não podemos garantir que esteja sempre no ar nem que
          nada se perca: tenha uma cópia do que é importante para você. As ferramentas citadas e os sites de
          fora têm regras próprias; seus nomes e marcas são de seus donos e aparecem só para identificá-las.
        </p>
        <p>
          Nada aqui diminui os direitos que a lei dá a você nem as obrigações que ela impõe a quem administra
          o site.
        </p>
      </LegalSection>
      <LegalSection id="mudancas" title="Mudanças e lei aplicável">
        <p>
          Quando estes termos mudam, a data no alto da página também muda. A nova versão vale a partir dela;
          se não concordar com ela, você pode encerrar a conta. Valem as leis do Brasil, e nada impede que
          você recorra à Justiça no lugar onde mora, quando a lei lhe dá esse direito.
        </p>
      </LegalSection>
      <LegalSection id="contato" title="Contato">
        <p>Dúvidas, denúncias, pedidos de revisão ou comentários sobre o site:</p>
        <WriteTo about="contact" />
        <Representative />
      </LegalSection>
    </LegalPage>
  );
}

export const page: Page = {
  Component: TermsOfUse,
  head: () => ({
    title: "Termos de Uso",
    description:
      "As regras da Prompteca: o que pode ser publicado, quem fica com os direitos, quando um prompt sai do site e como falar com a administração.",
  }),
};
