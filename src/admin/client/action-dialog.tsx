/** A dialog that describes an action, performs it and reports the result; input is kept on failure. */
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { ApiError } from "#platform/client/api.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { toast } from "#ui/toast.ts";

interface Props {
  title: string;
  /** Description of the action, and its fields. */
  children: ReactNode;
  /** The button's label. */
  confirm: string;
  /** The action is irreversible. */
  dangerous?: boolean;
  act: (form: FormData) => Promise<unknown>;
  /** Titles of the toasts. */
  succeeded: string;
  failed: string;
  /** Message when the object no longer exists. */
  gone: string;
  onClose: () => void;
}

export function ActionDialog({
  title,
  children,
  confirm,
  dangerous = false,
  act,
  succeeded,
  failed,
  gone,
  onClose,
}: Props) {
  const client = useQueryClient();
  const [running, setRunning] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (running) return;
    const form = new FormData(event.currentTarget);
    setRunning(true);
    try {
      await act(form);
      // The action may affect any page: these lists, the library, the author's page.
      await client.invalidateQueries();
      onClose();
      toast({ title: succeeded, variant: "success" });
    } catch (error) {
      const missing = error instanceof ApiError && error.status === 404;
      if (missing) {
        await client.invalidateQueries();
        onClose();
      }
      const description = missing ? gone : (error as Error).message;
      toast({ title: failed, description, variant: "destructive" });
    } finally {
      setRunning(false);
    }
  };

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title}>
      <form onSubmit={submit} className="grid gap-5">
        {children}
        <div className="mt-1 flex flex-wrap justify-end gap-3 max-sm:flex-col-reverse">
          <Button variant="secondary" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" variant={dangerous ? "danger" : "primary"} loading={running}>
            {confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
