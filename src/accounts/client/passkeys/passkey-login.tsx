/** Login with a passkey, in the login form: offered in the list below the address field, and by a button. */
import { useEffect, useRef, useState } from "react";
import { ApiError } from "#platform/client/api.ts";
import { Button } from "#ui/button.tsx";
import { useSupportsPasskeys } from "./support.ts";

interface Props {
  remember: () => boolean;
  /** @param username the display name of who is logged in now */
  onDone: (username: string) => void;
  onFailure: (error: unknown) => void;
}

export function PasskeyLogin(props: Props) {
  return useSupportsPasskeys() && <Offer {...props} />;
}

async function offer({ remember, onDone }: Props, inField?: AbortSignal): Promise<void> {
  const { signInWithPasskey } = await import("./device.ts");
  const username = await signInWithPasskey(remember, inField);
  if (username !== null) onDone(username);
}

function Offer(props: Props) {
  const [running, setRunning] = useState(false);
  /** Each try at the button, or in the field, is followed by the next offer in the field. */
  const [tries, setTries] = useState(0);
  const button = useRef<HTMLButtonElement>(null);
  const tryAgain = () => setTries((count) => count + 1);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each try, not at each render of the form
  useEffect(() => {
    if (running) return;
    const waiting = new AbortController();
    const { signal } = waiting;
    const begin = () => {
      offer(props, signal).catch((error) => {
        // Nobody has asked for it unless the service has refused it.
        if (!(error instanceof ApiError && error.code?.startsWith("passkey_"))) return;
        props.onFailure(error);
        tryAgain();
      });
    };
    // The first look at the form does without the script for it.
    const form = button.current?.form;
    if (tries > 0 || form?.contains(document.activeElement)) begin();
    else form?.addEventListener("focusin", begin, { once: true, signal });
    return () => waiting.abort();
  }, [tries, running]);

  async function press() {
    setRunning(true);
    await offer(props).catch(props.onFailure);
    setRunning(false);
  }
  return (
    <Button ref={button} variant="secondary" loading={running} onClick={() => void press()}>
      Entrar com chave de acesso
    </Button>
  );
}
