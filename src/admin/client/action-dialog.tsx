/** A dialog that says what will happen, does it, and says how it went; what was typed stays when it fails. */
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { ApiError } from "#platform/client/api.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { toast } from "#ui/toast.ts";

interface Props {
  title: string;
  /** What will happen, and fields to say more. */
  children: ReactNode;
  /** The button's label. */
  confirm: string;
  /** What is done cannot be undone. */
  dangerous?: boolean;
  act: (form: FormData) => Promise<unknown>;
  /** Titles of the toasts. */
  succeeded: string;
  failed: string;
  /** What is said when there is nothing left to act upon. */
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
      // What was done may show anywhere: in these lists, in the library, on the author's page.
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
