/** A dialog that describes an action, performs it and reports the result; input is kept on failure. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { FormEvent, ReactNode } from "react";
import { ApiError } from "#platform/client/api.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { FormAlert } from "#ui/form-alert.tsx";
import { type ToastAction, toast } from "#ui/toast.ts";

interface Props<Answer> {
  title: string;
  /** Description of the action, and its fields. */
  children: ReactNode;
  /** The button's label. */
  confirm: string;
  /** The action takes something away. */
  dangerous?: boolean;
  onConfirm: (form: FormData) => Promise<Answer>;
  /** Title of the toast. */
  succeeded: string;
  /** Title of the toast when the action fails; without it the dialog alone says why. */
  failed?: string;
  /** The next step that the toast of success offers. */
  next?: (answer: Answer) => ToastAction;
  /** Message when the object no longer exists. */
  gone: string;
  onClose: () => void;
}

export function ActionDialog<Answer>({
  title,
  children,
  confirm,
  dangerous = false,
  onConfirm,
  succeeded,
  failed,
  next,
  gone,
  onClose,
}: Props<Answer>) {
  const client = useQueryClient();
  const finish = async () => {
    // The action may affect any page: these lists, the library, the author's page.
    await client.invalidateQueries();
    onClose();
  };
  const action = useMutation({
    mutationFn: onConfirm,
    onSuccess: async (answer) => {
      await finish();
      toast({ title: succeeded, variant: "success", action: next?.(answer) });
    },
    onError: async (error) => {
      const missing = error instanceof ApiError && error.status === 404;
      if (missing) await finish();
      const description = missing ? gone : error.message;
      if (failed) toast({ title: failed, description, variant: "destructive" });
      else if (missing) toast({ title: gone, variant: "destructive" });
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
