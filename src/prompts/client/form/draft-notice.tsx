/** Tells that a draft was restored, with a button to discard it. */
import { Announcement } from "#ui/announcement.tsx";
import { Button } from "#ui/button.tsx";
import { RelativeTime } from "#ui/relative-time.tsx";

interface Props {
  /** Milliseconds since 1970. */
  savedAt: number;
  onDiscard: () => void;
}

export function DraftNotice({ savedAt, onDiscard }: Props) {
  return (
    <div className="flex flex-col gap-4 rounded-tile rounded-tr-corner-lg border border-line bg-primary-soft p-5 sm:flex-row sm:items-center sm:justify-between">
      <div>
        <Announcement>Seu rascunho está de volta.</Announcement>
        <p className="font-heading text-lg font-semibold">Recuperamos seu rascunho</p>
        <p className="mt-1 text-sm text-muted">
          Guardado neste aparelho: <RelativeTime date={new Date(savedAt).toISOString()} />.
        </p>
      </div>
      <Button variant="secondary" size="sm" className="shrink-0 max-sm:self-start" onClick={onDiscard}>
        Descartar rascunho
      </Button>
    </div>
  );
}
