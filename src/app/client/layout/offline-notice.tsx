/** A notice while the browser is offline. */
import WifiOff from "lucide-react/icons/wifi-off";
import { useSyncExternalStore } from "react";

function onConnection(changed: () => void) {
  window.addEventListener("online", changed);
  window.addEventListener("offline", changed);
  return () => {
    window.removeEventListener("online", changed);
    window.removeEventListener("offline", changed);
  };
}

export function OfflineNotice() {
  const online = useSyncExternalStore(
    onConnection,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status" className="sticky top-16 z-20 md:top-18">
      {!online && (
        <div className="bg-accent text-on-accent">
          <p className="measure flex items-center justify-center gap-2.5 py-2 text-sm font-semibold">
            <WifiOff aria-hidden="true" className="size-4.5 shrink-0" />
            Você está sem conexão. O que já abriu continua aqui.
          </p>
        </div>
      )}
    </div>
  );
}
