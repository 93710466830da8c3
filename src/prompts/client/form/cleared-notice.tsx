/** Says what was taken out of the form, with the button that brings it back. */
import { useEffect, useRef } from "react";
import { Announcement } from "#ui/announcement.tsx";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import type { PromptDraft } from "./prompt-draft.ts";
import type { Cleared, ClearedBy } from "./use-clearing.ts";

const NAMES: Record<keyof PromptDraft, string> = {
  title: "título",
  content: "prompt",
  llm_type_id: "ferramenta",
  image: "imagem",
  image_alt: "texto alternativo",
  description: "descrição",
};

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
  /** The form of a published prompt, which shows again what is published. */
  leave?: Leave | undefined;
  className?: string | undefined;
}

export function ClearedNotice({ cleared: { by, fields }, onUndo, leave, className }: Props) {
  const element = useRef<HTMLElement>(null);
  // The form got shorter under the button that was pressed.
  useEffect(() => {
    element.current?.scrollIntoView({ block: "nearest" });
  }, []);

  const names = new Intl.ListFormat("pt-BR").format(fields.map((field) => NAMES[field]));
  const title = leave && by === "cancel" ? "Alterações descartadas" : titles[by];
  const text = leave ? `Voltou ao que está publicado: ${names}.` : by !== "image" && `O que saiu: ${names}.`;
  return (
    <section
      ref={element}
      aria-label={title}
      className={cx(
        "flex scroll-m-4 flex-wrap items-center justify-between gap-x-6 gap-y-3 p-5",
        "rounded-tile rounded-tr-corner-lg border border-line bg-primary-soft",
        className,
      )}
    >
      <Announcement>{text ? `${title}. ${text}` : `${title}.`}</Announcement>
      <div className="min-w-0 grow basis-48">
        <p className="font-heading text-lg font-semibold">{title}</p>
        {text && <p className="mt-1 text-sm text-muted">{text}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        {leave && by === "cancel" && (
          <Button variant="ghost" size="sm" onClick={leave.onLeave}>
            {leave.label}
          </Button>
        )}
        <Button variant="secondary" size="sm" onClick={onUndo}>
          Desfazer
        </Button>
      </div>
    </section>
  );
}
