/** "Incorporar": the HTML that shows a prompt or a collection in another site, as it will look there. */

import Copy from "lucide-react/icons/copy";
import { useState } from "react";
import { isolated } from "#language/isolated.ts";
import { copy } from "#prompts/client/detail/copy.ts";
import { EMBED_WIDTHS, type EmbeddedKind, embedHeight, embedHtml, embedPath } from "#prompts/embed.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import type { DialogState } from "#ui/use-lazy-dialog.tsx";

interface Props extends DialogState {
  kind: EmbeddedKind;
  id: number;
  title: string;
}

const options = EMBED_WIDTHS.map((width) => ({ value: String(width), label: String(width) }));

export function EmbedDialog({ kind, id, title, open, onClose }: Props) {
  const [width, setWidth] = useState<number>(EMBED_WIDTHS[EMBED_WIDTHS.length - 1] ?? 0);
  const [room, setRoom] = useState(width);
  const height = embedHeight(width);
  const path = embedPath(kind, id);
  const html = embedHtml(location.origin + path, title, width, height);
  const scale = Math.min(1, room / width);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Incorporar"
      description="Cole o código na sua página. No WordPress, basta colar o endereço em uma linha só dele."
    >
      <div className="grid grid-cols-1 gap-5">
        <RadioGroup
          legend="Largura em pixels"
          name="width"
          options={options}
          defaultValue={String(width)}
          onChange={(event) => setWidth(Number(event.target.value))}
          className="grid-cols-3"
        />
        <figure>
          <figcaption className="text-sm font-semibold">Como fica</figcaption>
          <div
            ref={(box) => {
              if (box) setRoom(box.clientWidth);
            }}
            className="mt-2.5 overflow-clip"
            style={{ height: Math.ceil(height * scale) }}
          >
            {/* Another height is another layout: it is drawn anew, not stretched. */}
            <iframe
              key={width}
              src={path}
              title={`Como fica: ${isolated(title)}`}
              width={width}
              height={height}
              className="origin-top-left"
              style={{ transform: `scale(${scale})` }}
            />
          </div>
        </figure>
        <div>
          <p className="text-sm font-semibold">Código</p>
          <pre className="mt-2.5 rounded-tile border border-line bg-sunken p-3 font-mono text-xs/5 whitespace-pre-wrap wrap-anywhere select-all">
            {html}
          </pre>
        </div>
        <Button onClick={() => void copy(html, { title: "Código copiado" })}>
          <Copy aria-hidden="true" className="size-4.5" /> Copiar código
        </Button>
      </div>
    </Dialog>
  );
}
