/** Back closes what lies on top: Android's gesture and key, where the browser tells of them by a `CloseWatcher`. */
import { useEffect, useEffectEvent } from "react";

interface Watcher extends EventTarget {
  destroy(): void;
}

declare global {
  interface Window {
    /** Chromium's (HTML, section 6.5.4, Close requests and close watchers). */
    CloseWatcher?: new () => Watcher;
  }
}

/** @param close closes it, or asks first: what is open afterwards hears the next request as well */
export function useCloseRequest(open: boolean, close: () => void): void {
  const onClose = useEffectEvent(close);
  useEffect(() => {
    const { CloseWatcher } = window;
    if (!open || !CloseWatcher) return;
    let watcher: Watcher;
    const watch = () => {
      watcher = new CloseWatcher();
      watcher.addEventListener("close", () => {
        // A watcher hears one request.
        watch();
        onClose();
      });
    };
    watch();
    return () => watcher.destroy();
  }, [open]);
}
