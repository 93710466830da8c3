/** The next step that a toast offers. */
import { Anchor } from "./button-link.tsx";
import type { ToastAction } from "./toast.ts";

const style =
  "-mb-2 -ml-2.5 mt-0.5 inline-flex min-h-11 items-center rounded-tile rounded-tr-corner-sm px-2.5 text-left font-semibold text-primary transition-colors hover:bg-primary-soft";

/** @param onTaken closes the toast */
export function ToastStep({ action, onTaken }: { action: ToastAction; onTaken: () => void }) {
  if ("href" in action) {
    return (
      <Anchor href={action.href} rel="noopener noreferrer" onClick={onTaken} className={style}>
        {action.label}
      </Anchor>
    );
  }
  const take = () => {
    onTaken();
    action.onPress();
  };
  return (
    <button type="button" onClick={take} className={style}>
      {action.label}
    </button>
  );
}
