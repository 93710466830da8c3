/** Short messages that pass by: callable from anywhere, one at a time. */
import { createStore } from "#platform/client/store.ts";

export type ToastVariant = "default" | "destructive" | "success";

/** The next step, as a link or as a button. It closes the message. */
export type ToastAction = { label: string } & ({ href: string } | { onPress: () => void });

export interface ToastOptions {
  title: string;
  description?: string | undefined;
  /** `destructive` is for failures and is announced at once. */
  variant?: ToastVariant;
  /** Whatever it does can be done elsewhere too: the message goes by itself. */
  action?: ToastAction | undefined;
}

export interface Toast extends ToastOptions {
  id: number;
  open: boolean;
}

/** Milliseconds that a message is on the screen. */
export const TOAST_DURATION = 5000;

/** The message to show, kept while it leaves the screen. */
export const currentToast = createStore<Toast | null>(null);

/** Shows a message; the one before gives way. Does nothing on the server, where nobody is looking. */
export function toast(options: ToastOptions): void {
  if (typeof window === "undefined") return;
  currentToast.set({ ...options, id: (currentToast.get()?.id ?? 0) + 1, open: true });
}

/** Closes the message with this id, unless another has taken its place. */
export function closeToast(id: number): void {
  const current = currentToast.get();
  if (current?.id === id) currentToast.set({ ...current, open: false });
}
