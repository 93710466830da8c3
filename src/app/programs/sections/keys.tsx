/** `/programas`, keys: what programs send to act for a person. */

import { KEY_SCOPES, keyMessages, SCOPE_NAMES, SCOPE_SENTENCES } from "#accounts/key-messages.ts";
import { Example } from "#app/programs/example.tsx";
import { type ProgramSection, Topic } from "#app/programs/section.tsx";
import { TextLink } from "#ui/button-link.tsx";

function Keys() {
  return (
    <>
      <p>
        Ler o que é público não pede chave. Para ler o que é só seu, curtir, favoritar ou publicar, um
        programa precisa de uma chave de API: ele age em seu nome, sem a sua senha, dentro do que você
        permitiu.
      </p>
      <p>
        Crie a chave nas <TextLink href="/settings">configurações</TextLink>, em “Chaves de API”. Ela só
        aparece uma vez: guarde-a em uma variável de ambiente ou em um cofre de senhas. Cada chamada a leva no
        cabeçalho <code>Authorization</code>:
      </p>
      <Example name="key" title="Listar as suas coleções" />
      <Topic id="chaves-permissoes" title="Permissões">
        <p>Nenhuma inclui outra. A referência diz, em cada chamada, de qual ela precisa.</p>
        <ul>
          {KEY_SCOPES.map((scope) => (
            <li key={scope}>
              <code>{scope}</code> ({SCOPE_NAMES[scope]}): {SCOPE_SENTENCES[scope]}
            </li>
          ))}
        </ul>
        <p>
          Nenhuma chave abre a conta, as sessões, as próprias chaves, a moderação ou a administração. O que é
          público se lê com qualquer chave válida.
        </p>
      </Topic>
      <Topic id="chaves-recusas" title="Recusas">
        <p>
          Uma chave que não vale é recusada com 401, mesmo onde bastaria não enviar nenhuma, para que o seu
          programa perceba. O campo <code>code</code> diz por quê:
        </p>
        <ul>
          {Object.entries(keyMessages.refused).map(([code, message]) => (
            <li key={code}>
              <code>{code}</code>: {message}
            </li>
          ))}
        </ul>
        <p>
          Sem a permissão, a resposta é 403 com <code>key_scope</code>; a mensagem e o cabeçalho{" "}
          <code>WWW-Authenticate</code> dizem qual falta. Acima de 600 chamadas por minuto com a mesma chave,
          a resposta é 429, com os segundos de espera em <code>Retry-After</code>; o que a chamada faz conta
          também para os limites da sua conta.
        </p>
      </Topic>
      <Topic id="chaves-seguranca" title="Validade e segurança">
        <ul>
          <li>Uma chave vale 30, 90 ou 365 dias; cada conta tem no máximo 20 válidas.</li>
          <li>Você recebe um e-mail quando uma é criada, e vê nas configurações o último uso de cada uma.</li>
          <li>Revogada, ela deixa de funcionar na chamada seguinte.</li>
          <li>Alterar a senha revoga todas. Sair da conta não.</li>
        </ul>
      </Topic>
      <Topic id="chaves-formato" title="Formato, para quem procura segredos vazados">
        <p>
          Toda chave corresponde a <code>{"pk_[0-9A-Za-z]{36}"}</code>. Os últimos seis caracteres conferem os
          trinta anteriores: são o CRC-32 deles (o de zip e PNG) na base 62, com zeros à esquerda e os dígitos
          na ordem 0–9, A–Z, a–z. Assim um verificador reconhece uma chave sem perguntar ao site. Encontrou
          uma? Quem a criou a reconhece pelos cinco primeiros caracteres depois de <code>pk_</code>.
        </p>
      </Topic>
    </>
  );
}

export const section: ProgramSection = { id: "chaves", title: "Chaves", Content: Keys };
