/** Offers to use the prompt found in the chosen picture's metadata. */
import { Announcement } from "#ui/announcement.tsx";
import { Button } from "#ui/button.tsx";

interface Props {
  text: string;
  /** Whether it would replace existing input. */
  replaces: boolean;
  onUse: () => void;
  onDismiss: () => void;
}

export function FoundPromptOffer({ text, replaces, onUse, onDismiss }: Props) {
  return (
    <section
      aria-label="Prompt da imagem"
      className="mt-3 rounded-tile rounded-tr-corner-lg border border-line bg-primary-soft p-5"
    >
      <Announcement>
        {replaces
          ? "Há um prompt nesta imagem. Ele pode substituir o que está escrito."
          : "Há um prompt nesta imagem. Ele pode preencher o formulário."}
      </Announcement>
      <p className="font-heading text-lg font-semibold">Encontramos um prompt nesta imagem</p>
      {replaces && <p className="mt-1 text-sm">Substituir o que está escrito?</p>}
      <p
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls here, which the keyboard must reach
        tabIndex={0}
        className="mt-3 max-h-40 overflow-y-auto rounded-tile bg-card p-3 text-sm whitespace-pre-wrap wrap-anywhere"
      >
        {text}
      </p>
      <div className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
        <Button size="sm" onClick={onUse}>
          {replaces ? "Substituir" : "Usar no formulário"}
        </Button>
        <Button size="sm" variant="ghost" onClick={onDismiss}>
          Dispensar
        </Button>
      </div>
      <p className="mt-3 text-xs text-muted">
        Ele foi lido aqui, no seu aparelho. Ao publicar, os dados gravados no arquivo da imagem são retirados.
      </p>
    </section>
  );
}
