/** The place where toasts appear. What draws them is loaded with the first one. */
import { lazy, Suspense, useEffect, useSyncExternalStore } from "react";
import { closeToast, currentToast, TOAST_DURATION, type Toast } from "./toast.ts";
import { ToastStep } from "./toast-step.tsx";

/** Milliseconds to wait for toast-view.tsx before the plain toast is shown. */
const VIEW_WAIT_MS = 2000;

/** A message that the connection was lost must not need the connection: then a plain one has to do. */
const ToastView = lazy(async () => {
  const plain = { default: PlainToast };
  const waited = new Promise<typeof plain>((resolve) => setTimeout(resolve, VIEW_WAIT_MS, plain));
  const drawn = import("./toast-view.tsx").then(({ ToastView }) => ({ default: ToastView }));
  return Promise.race([drawn, waited]).catch(() => plain);
});

export function Toaster() {
  const toast = useSyncExternalStore(currentToast.subscribe, currentToast.get, () => null);
  return <Suspense>{toast && <ToastView toast={toast} />}</Suspense>;
}

function PlainToast({ toast: { id, open, title, description, action } }: { toast: Toast }) {
  useEffect(() => {
    const timer = window.setTimeout(() => closeToast(id), TOAST_DURATION);
    return () => window.clearTimeout(timer);
  }, [id]);
  if (!open) return null;
  return (
    <div
      role="alert"
      className="toast-place z-60 flex items-start gap-3 rounded-tile rounded-tr-corner border border-edge bg-card py-3 pl-4 shadow-float"
    >
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{title}</p>
        {description && <p className="text-sm text-muted">{description}</p>}
        {action && <ToastStep action={action} onTaken={() => closeToast(id)} />}
      </div>
      <button
        type="button"
        aria-label="Fechar aviso"
        onClick={() => closeToast(id)}
        className="-my-1 grid size-11 shrink-0 place-items-center rounded-tile text-xl text-muted hover:text-ink"
      >
        <span aria-hidden="true">×</span>
      </button>
    </div>
  );
}
