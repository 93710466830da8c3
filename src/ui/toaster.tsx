/** The place where toasts appear. What draws them is loaded with the first one. */
import { lazy, Suspense, useEffect, useSyncExternalStore } from "react";
import { closeToast, currentToast, onToast, type Toast } from "./toast.ts";

/** A message that the connection was lost must not need the connection: then a plain one has to do. */
const ToastView = lazy(() =>
  import("./toast-view.tsx").then(
    ({ ToastView }) => ({ default: ToastView }),
    () => ({ default: PlainToast }),
  ),
);

export function Toaster() {
  const toast = useSyncExternalStore(onToast, currentToast, () => null);
  return <Suspense>{toast && <ToastView toast={toast} />}</Suspense>;
}

function PlainToast({ toast: { id, open, title, description, duration = 5000 } }: { toast: Toast }) {
  useEffect(() => {
    const timer = window.setTimeout(() => closeToast(id), duration);
    return () => window.clearTimeout(timer);
  }, [id, duration]);
  if (!open) return null;
  return (
    <p role="alert" className="fixed inset-x-4 bottom-4 z-60 rounded-tile border border-edge bg-card p-4">
      <b>{title}</b> {description}
    </p>
  );
}
