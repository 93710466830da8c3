/** Four tips for authors. */
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
    title: "Ponha entre colchetes o que cada pessoa troca",
    text: "Escreva [tema] ou [público] no lugar do que cada pessoa vai trocar.",
  },
  {
    title: "Envie a imagem ou uma captura da resposta",
    text: "A imagem gerada ou uma captura da resposta: quem vê o resultado confia no prompt.",
  },
];

export function Tips() {
  return (
    <div className="lg:sticky lg:top-24">
      <h2 id="dicas" className="text-xl">
        Dicas para um bom prompt
      </h2>
      <ol className="mt-5 grid gap-3 sm:grid-cols-2 sm:gap-5 lg:grid-cols-1">
        {tips.map(({ title, text }) => (
          <li key={title} className="flex items-center gap-3 sm:items-start sm:gap-4">
            <Tile
              seed={title}
              columns={1}
              rows={1}
              className="size-7 shrink-0 sm:mt-0.5 sm:size-10 rounded-tile"
            />
            <div>
              <h3 className="font-sans text-base font-semibold tracking-normal">{title}</h3>
              <p className="mt-0.5 text-sm text-muted max-sm:sr-only">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}
