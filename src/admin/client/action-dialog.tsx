/** A dialog that describes an action, performs it and reports the result; input is kept on failure. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { FormEvent, ReactNode } from "react";
import { ApiError } from "#platform/client/api.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { FormAlert } from "#ui/form-alert.tsx";
import { toast } from "#ui/toast.ts";

interface Undo {
  restore: () => Promise<unknown>;
  /** Titles of the toasts. */
  succeeded: string;
  failed: string;
}

interface Props {
  title: string;
  /** Description of the action, and its fields. */
  children: ReactNode;
  /** The button's label. */
  confirm: string;
  /** The action takes something away. */
  dangerous?: boolean;
  act: (form: FormData) => Promise<unknown>;
  /** Titles of the toasts. */
  succeeded: string;
  failed: string;
  /** Undoes the action, from the toast. */
  undo?: Undo;
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
  undo,
  gone,
  onClose,
}: Props) {
  const client = useQueryClient();
  const finish = async () => {
    // The action may affect any page: these lists, the library, the author's page.
    await client.invalidateQueries();
    onClose();
  };
  /** The dialog is gone by then. */
  const takeBack = async ({ restore, succeeded, failed }: Undo) => {
    try {
      await restore();
      toast({ title: succeeded, variant: "success" });
    } catch (error) {
      const action = { label: "Ver casos decididos", href: "/admin/denuncias?state=decided" };
      toast({ title: failed, description: (error as Error).message, variant: "destructive", action });
    }
    await client.invalidateQueries();
  };
  const action = useMutation({
    mutationFn: act,
    onSuccess: async () => {
      await finish();
      const action = undo ? { label: "Desfazer", onPress: () => void takeBack(undo) } : undefined;
      toast({ title: succeeded, variant: "success", action });
    },
    onError: async (error) => {
      const missing = error instanceof ApiError && error.status === 404;
      if (missing) await finish();
      toast({ title: failed, description: missing ? gone : error.message, variant: "destructive" });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!action.isPending) action.mutate(new FormData(event.currentTarget));
  };

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title}>
      <form onSubmit={submit} className="grid gap-5">
        {children}
        <FormAlert>{action.error?.message}</FormAlert>
        <div className="mt-1 flex flex-wrap justify-end gap-3 max-sm:flex-col-reverse">
          <Button variant="secondary" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" variant={dangerous ? "danger" : "primary"} loading={action.isPending}>
            {confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
