/** The end of a dialog that asks before something goes for good: why it failed, and the two buttons. */
import { Button } from "./button.tsx";
import { FormAlert } from "./form-alert.tsx";

interface Props {
  /** The button that does it, such as `Excluir prompt`. */
  label: string;
  running: boolean;
  failed: string | undefined;
  onCancel: () => void;
  onConfirm: () => void;
}

export function ConfirmActions({ label, running, failed, onCancel, onConfirm }: Props) {
  return (
    <>
      {failed && (
        <div className="mt-5">
          <FormAlert>{failed}</FormAlert>
        </div>
      )}
      <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="secondary" disabled={running} onClick={onCancel}>
          Cancelar
        </Button>
        <Button variant="danger" loading={running} onClick={onConfirm}>
          {label}
        </Button>
      </div>
    </>
  );
}
