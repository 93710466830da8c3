/** Demo prompts for those who write software. */
import type { DemoPrompt } from "./demo-prompt.ts";

export const code: readonly DemoPrompt[] = [
  {
    key: "revisao-de-codigo",
    title: "Revisão de código que aponta risco antes de estilo",
    content: `Revise o diff abaixo como quem será acordado de madrugada se ele quebrar em produção.

Contexto, em 2 linhas: {o que a mudança faz}
Linguagem: {linguagem e versão}
Testes: {o que já foi testado}

Ordem da revisão:
1. Erros de lógica, condições de corrida, perda de dados, segurança.
2. Casos-limite: vazio, nulo, fuso horário, acentos, listas enormes.
3. Contratos: a mudança quebra quem chama este código?
4. Só então nomes e legibilidade, com no máximo 3 sugestões.

Para cada achado, responda assim:

\`[ALTO | MÉDIO | BAIXO]\` \`arquivo:linha\`: o problema em uma frase
- Como reproduzir:
- Correção mínima:

Se não achar nada grave, diga isso com todas as letras; não invente defeito para parecer útil. Termine com o teste que você escreveria primeiro.

<diff>
{diff}
</diff>`,
    description: "A última instrução da lista, a de não inventar defeito, reduziu muito o ruído por aqui.",
    llmTypeId: 6,
    tags: ["código"],
    author: "davi-dev",
    daysAgo: 26,
    likes: 13,
    favorites: 11,
    views: 1712,
    alt: "Mesa de trabalho à noite, com código na tela, luminária e caneca",
  },
  {
    key: "testes-da-regra",
    title: "Testes a partir da regra de negócio, antes de ver o código",
    content: `/**
 * Regra: frete grátis a partir de R$ 199,00, exceto para a região Norte,
 * onde o limite é R$ 299,00. O cupom é aplicado antes do cálculo.
 * Pedido só com produto digital nunca paga frete.
 */

Escreva os testes desta regra em {biblioteca de testes}, sem olhar a implementação.

- Um teste por frase da regra, com título em português que se leia como frase.
- Inclua as bordas: 198,99, 199,00 e 199,01; cupom que cruza o limite; carrinho misto; carrinho vazio.
- Use tabela (\`it.each\`) quando só mudam os números.
- Nada de mock: chame \`calcularFrete(pedido)\` diretamente.
- Onde a regra for ambígua, escreva \`it.todo\` com a pergunta que você faria ao cliente.`,
    llmTypeId: 11,
    tags: ["código"],
    author: "davi-dev",
    daysAgo: 109,
    likes: 6,
    favorites: 6,
    views: 768,
    alt: "Linhas de código em um monitor, com teclado, caneca e luminária acesa",
  },
  {
    key: "commit-e-pr",
    title: "Mensagem de commit e descrição de PR que explicam o porquê",
    content: `Leia o diff preparado para commit e escreva:

1. **Mensagem de commit:** até 65 caracteres, em português, no presente, dizendo *por que* a mudança existe.
2. **Descrição do PR:**
   - **Problema** (1 parágrafo)
   - **Solução** (até 4 itens)
   - **Como testar** (passos numerados, com o resultado esperado)
   - **Riscos e como voltar atrás**

Se o diff misturar duas mudanças, avise e proponha como separar. Não liste os arquivos: qualquer um os vê na aba ao lado.`,
    llmTypeId: 11,
    tags: ["código"],
    author: "Caio Nogueira",
    daysAgo: 7.1,
    likes: 3,
    favorites: 3,
    views: 389,
    alt: "Linhas coloridas que se dividem e se encontram, como em um mapa de metrô",
  },
  {
    key: "nota-fiscal-em-json",
    title: "Dados de nota fiscal em JSON válido, sem conversa",
    content: `Você extrai dados de notas fiscais brasileiras. Responda somente com um objeto JSON válido, sem comentários e sem bloco de código.

Formato:
\`\`\`json
{
  "numero": "string ou null",
  "emissao": "AAAA-MM-DD ou null",
  "emitente": { "nome": "string ou null", "cnpj": "string ou null" },
  "itens": [{ "descricao": "string", "quantidade": 0, "valor_unitario": 0.0 }],
  "total": 0.0,
  "alertas": ["string"]
}
\`\`\`

Regras:
- Números com ponto decimal e sem "R$".
- CNPJ só com letras e dígitos, sem pontuação; se não tiver 14 posições, use null e registre em "alertas".
- Nunca calcule o total, só copie. Se a soma dos itens for diferente, registre em "alertas".
- Campo ausente é null, nunca texto vazio.

Nota:
{texto da nota fiscal}`,
    description:
      "Testado com o modelo rodando no próprio computador, temperatura 0. Valide o JSON do mesmo jeito.",
    llmTypeId: 7,
    author: "Caio Nogueira",
    daysAgo: 402,
    likes: 4,
    favorites: 7,
    views: 874,
    alt: "Robô simpático regando plantas diante de uma janela redonda",
  },
  {
    key: "pergunte-antes",
    title: "Pergunte antes de responder",
    content: "Antes de responder, faça as perguntas cujas respostas mudariam a sua. Só então comece.",
    description:
      "Cole no fim de qualquer pedido. É o prompt mais curto que uso e o que mais economiza tempo.",
    llmTypeId: 5,
    author: "Marina Teles",
    daysAgo: 0.9,
    likes: 2,
    favorites: 2,
    views: 121,
    alt: "Círculos coloridos que crescem, giram e se dividem até virar quadrados",
  },
];
