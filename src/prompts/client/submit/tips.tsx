/** Four pieces of advice for whoever publishes a prompt. */
import { Tile } from "#ui/tile.tsx";

const tips = [
  {
    title: "Dê um título que mostre o resultado",
    text: "“Retrato em aquarela com luz de fim de tarde” diz mais do que “Prompt incrível”.",
  },
  {
    title: "Cole o prompt inteiro",
    text: "O texto exato, com parâmetros e instruções, do jeito que funcionou para você.",
  },
  {
    title: "Marque o que muda",
    text: "Escreva [tema] ou [público] onde cada pessoa deve pôr o que é seu.",
  },
  {
    title: "Mostre o que saiu",
    text: "A imagem gerada ou uma captura da resposta: quem vê o resultado confia no prompt.",
  },
];

export function Tips() {
  return (
    <div className="lg:sticky lg:top-24">
      <h2 id="dicas" className="text-xl">
        Dicas para um bom prompt
      </h2>
      <ol className="mt-5 grid gap-5 sm:grid-cols-2 lg:grid-cols-1">
        {tips.map(({ title, text }) => (
          <li key={title} className="flex gap-4">
            <Tile seed={title} columns={1} rows={1} className="mt-0.5 size-10 shrink-0 rounded-tile" />
            <div>
              <h3 className="font-sans text-base font-semibold tracking-normal">{title}</h3>
              <p className="mt-0.5 text-sm text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}
