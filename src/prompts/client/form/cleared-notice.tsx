/** Says what was taken out of the form, with the button that brings it back. */
import { DRAFT_NAMES } from "#prompts/client/field-labels.ts";
import { Announcement } from "#ui/announcement.tsx";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import type { Cleared, ClearedBy } from "./use-clearing.ts";

const titles: Record<ClearedBy, string> = {
  cancel: "Formulário limpo",
  draft: "Rascunho descartado",
  image: "Imagem removida",
};

/** The way out of the form of a published prompt. */
export interface Leave {
  label: string;
  onLeave: () => void;
}

interface Props {
  cleared: Cleared;
  onUndo: () => void;
  /** In an edit the form goes back to the published values. */
  leave?: Leave | undefined;
  className?: string | undefined;
}

export function ClearedNotice({ cleared: { by, fields }, onUndo, leave, className }: Props) {
  const isSmall = by === "image";
  const names = new Intl.ListFormat("pt-BR").format(fields.map((field) => DRAFT_NAMES[field]));
  const title = leave && by === "cancel" ? "Alterações descartadas" : titles[by];
  const text = isSmall
    ? leave && "O prompt continua com a imagem atual."
    : leave
      ? `De volta ao que está publicado: ${names}.`
      : `O que foi apagado: ${names}.`;
  return (
    <section
      aria-label={title}
      className={cx(
        "flex items-center justify-between gap-x-6 gap-y-3 rounded-tile border border-line bg-primary-soft",
        isSmall ? "rounded-tr-corner p-2 pl-4" : "flex-wrap rounded-tr-corner-lg p-5",
        className,
      )}
    >
      <Announcement>{text ? `${title}. ${text}` : `${title}.`}</Announcement>
      <div className={isSmall ? "min-w-0" : "min-w-0 grow basis-48"}>
        <p className={isSmall ? "text-sm font-semibold" : "font-heading text-lg font-semibold"}>{title}</p>
        {text && <p className={cx("text-sm text-muted", !isSmall && "mt-1")}>{text}</p>}
      </div>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <Button variant="secondary" size="sm" onClick={onUndo}>
          Desfazer
        </Button>
        {leave && by === "cancel" && (
          <Button variant="ghost" size="sm" onClick={leave.onLeave}>
            {leave.label}
          </Button>
        )}
      </div>
    </section>
  );
}
