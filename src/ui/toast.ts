/** Short messages that pass by: callable from anywhere, one at a time. */

export type ToastVariant = "default" | "destructive" | "success";

export interface ToastOptions {
  title: string;
  description?: string | undefined;
  /** `destructive` tells of a failure and is announced at once. */
  variant?: ToastVariant;
}

export interface Toast extends ToastOptions {
  id: number;
  open: boolean;
}

/** Milliseconds that a message is on the screen. */
export const TOAST_DURATION = 5000;

let current: Toast | null = null;
const listeners = new Set<() => void>();

function show(next: Toast | null) {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a message; the one before gives way. Does nothing on the server, where nobody is looking. */
export function toast(options: ToastOptions): void {
  if (typeof window === "undefined") return;
  show({ ...options, id: (current?.id ?? 0) + 1, open: true });
}

/** Closes the message with this id, unless another has taken its place. */
export function closeToast(id: number): void {
  if (current?.id === id) show({ ...current, open: false });
}

/** The message to show, kept while it leaves the screen. */
export function currentToast(): Toast | null {
  return current;
}

/** @returns ends the subscription */
export function onToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
