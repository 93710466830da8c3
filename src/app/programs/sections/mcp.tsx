/** `/programas`, MCP: the library inside programs of AI. */

import { Example } from "#app/programs/example.tsx";
import { type ProgramSection, Topic } from "#app/programs/section.tsx";
import { useSite } from "#app/site.tsx";

function Mcp() {
  const { origin } = useSite();
  const address = `${origin}/mcp`;
  return (
    <>
      <p>
        Com o Model Context Protocol (MCP), a sua IA busca prompts aqui, preenche os campos deles e usa o que
        você escolher, sem sair da conversa. O endereço é um só: <code>{address}</code>.
      </p>
      <p>
        Sem chave, ela lê o que é público. Com uma chave, também o que é seu, até onde as permissões da chave
        vão:
      </p>
      <ul>
        <li>
          Sem chave: <code>search_prompts</code>, <code>get_prompt</code>, <code>list_tools</code>
        </li>
        <li>
          Com <code>read</code>: <code>list_favorites</code>, e os seus favoritos como comandos
        </li>
        <li>
          Com <code>react</code>: <code>save_prompt</code>
        </li>
        <li>
          Com <code>publish</code>: <code>publish_prompt</code>
        </li>
      </ul>
      <p>
        Os menus destes programas mudam. O que segue foi conferido nos documentos deles em 27 de novembro de
        2026.
      </p>
      <Topic id="mcp-claude-code" title="Claude Code">
        <p>Uma vez, no terminal:</p>
        <p>
          <code>claude mcp add --transport http prompteca {address}</code>
        </p>
        <p>
          Ou, para todo mundo que trabalha no projeto, no arquivo <code>.mcp.json</code>. A chave fica na
          variável de ambiente <code>PROMPTECA_KEY</code>; sem chave, tire <code>headers</code>.
        </p>
        <Example name="mcp-claude-code" title=".mcp.json" />
      </Topic>
      <Topic id="mcp-claude" title="Claude, no site e no computador">
        <p>
          Em Personalizar, Conectores, escolha “Adicionar conector personalizado”, dê o nome Prompteca e cole{" "}
          <code>{address}</code>. Nos planos Team e Enterprise, quem administra a organização o adiciona
          antes; no plano grátis cabe um conector só. A conexão parte da nuvem do Claude, também no Claude
          Desktop: um site que só a sua rede alcança fica de fora.
        </p>
        <p>
          Conectores entram sem login ou com OAuth, que a Prompteca não tem: por eles ela é só de leitura. Em
          algumas contas o formulário tem, em teste, cabeçalhos (“Request headers”); ali a chave vai em{" "}
          <code>Authorization</code>, depois de <code>Bearer</code> e um espaço.
        </p>
        <p>
          Para usar uma chave no Claude Desktop, ponha isto em <code>claude_desktop_config.json</code> (em
          Configurações, Desenvolvedor, “Editar configuração”). O programa <code>mcp-remote</code>, do npm,
          faz a ponte.
        </p>
        <Example name="mcp-claude-desktop" title="claude_desktop_config.json" />
      </Topic>
      <Topic id="mcp-chatgpt" title="ChatGPT">
        <p>
          No site, com um plano pago: em Configurações, Apps, Configurações avançadas, ligue o modo de
          desenvolvedor. Depois crie um app com o nome Prompteca, o endereço <code>{address}</code> e nenhuma
          autenticação. Ele conhece só essa e OAuth, e não manda chaves: lê o que é público.
        </p>
      </Topic>
      <Topic id="mcp-vscode" title="VS Code">
        <p>
          No arquivo <code>.vscode/mcp.json</code> do projeto. O editor pergunta pela chave uma vez e a
          guarda; sem chave, tire <code>headers</code> e <code>inputs</code>.
        </p>
        <Example name="mcp-vscode" title=".vscode/mcp.json" />
      </Topic>
      <Topic id="mcp-cursor" title="Cursor">
        <p>
          No arquivo <code>.cursor/mcp.json</code> do projeto, ou em <code>~/.cursor/mcp.json</code> para
          todos.
        </p>
        <Example name="mcp-cursor" title=".cursor/mcp.json" />
      </Topic>
      <Topic id="mcp-comandos" title="Seus favoritos, ou uma coleção, como comandos">
        <p>
          Programas que mostram os prompts de um servidor (no Claude Code, digite <code>/</code>) listam os
          seus favoritos e pedem o valor de cada campo. Para uma coleção pública, ponha o número dela no
          endereço: <code>{address}?colecao=12</code>. Assim uma equipe divide os mesmos comandos, sem chave.
          Uma coleção sua pode ser privada, com uma chave que tem <code>read</code>.
        </p>
      </Topic>
      <Topic id="mcp-citacoes" title="O que as pessoas escreveram">
        <p>
          Os prompts são de desconhecidos. Eles chegam à sua IA como dados, em JSON, com autoria e endereço, e
          com o aviso de que não são ordens; caracteres invisíveis aparecem como o que são. Mesmo assim, uma
          IA pode se deixar levar por um texto: confira o que ela quer fazer antes de permitir, e não dê a ela
          uma chave com mais permissões do que precisa.
        </p>
      </Topic>
      <Topic id="mcp-protocolo" title="Para quem faz um cliente">
        <p>
          O transporte é HTTP, sem sessões nem fluxos: cada mensagem é um POST, cada resposta um JSON. As
          revisões do protocolo são 2026-07-28 e, com a negociação inicial, 2025-11-25, 2025-06-18, 2025-03-26
          e 2024-11-05.
        </p>
        <Example name="mcp" title="Uma chamada de ferramenta" />
      </Topic>
    </>
  );
}

export const section: ProgramSection = { id: "mcp", title: "MCP", Content: Mcp };
