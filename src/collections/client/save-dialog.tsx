/** Chooses the collections of a prompt: a press saves at once, and a new list is made without leaving the page. */

import { useQuery, useQueryClient } from "@tanstack/react-query";
import Globe from "lucide-react/icons/globe";
import Lock from "lucide-react/icons/lock";
import { useEffect, useState } from "react";
import { openAuthDialog } from "#accounts/client/auth-dialog-state.ts";
import { rememberInterrupted } from "#accounts/client/interrupted.ts";
import { useSession } from "#accounts/client/session.ts";
import type { OwnCollection } from "#collections/contract.ts";
import { MOST_COLLECTIONS } from "#collections/limits.ts";
import { messages, savePromise } from "#collections/messages.ts";
import { OWN_COLLECTIONS } from "#collections/paths.ts";
import { isolated } from "#language/isolated.ts";
import { ApiError } from "#platform/client/api.ts";
import { TextLink } from "#ui/button-link.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { QueryError } from "#ui/error-state.tsx";
import { FormAlert } from "#ui/form-alert.tsx";
import { countOf } from "#ui/numbers.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import type { DialogState } from "#ui/use-lazy-dialog.tsx";
import { ownCollectionsOptions, putItem, refreshCollection, removeItem } from "./collections.queries.ts";
import { NewListForm } from "./new-list-form.tsx";
import { SAVE_TASK } from "./save-task.ts";

interface Props extends DialogState {
  prompt: { id: number; title: string };
}

/** For who is logged in; others log in first, and find it open afterwards. */
export function SaveDialog({ prompt, open, onClose }: Props) {
  const { status, user } = useSession();
  const asksForLogin = open && status === "anonymous";

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each press
  useEffect(() => {
    if (!asksForLogin) return;
    onClose();
    rememberInterrupted({
      path: `/prompts/${prompt.id}`,
      purpose: messages.toSave,
      promise: savePromise(prompt.title),
      task: { name: SAVE_TASK, id: prompt.id },
    });
    openAuthDialog("login");
  }, [asksForLogin]);

  if (asksForLogin) return null;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Salvar em…"
      description={`“${isolated(prompt.title)}”`}
    >
      {user ? <Lists userId={user.id} prompt={prompt} /> : <ListsSkeleton />}
    </Dialog>
  );
}

function Lists({ userId, prompt }: { userId: string; prompt: Props["prompt"] }) {
  const client = useQueryClient();
  const options = ownCollectionsOptions(userId, prompt.id);
  const query = useQuery({ ...options, refetchOnWindowFocus: false });
  const { data, error } = query;
  const [failed, setFailed] = useState<string>();
  const [said, setSaid] = useState("");

  /** Changes the shown lists. An answer on its way is older, and must not undo that. */
  function rewrite(change: (lists: OwnCollection[]) => OwnCollection[]) {
    void client.cancelQueries({ queryKey: options.queryKey });
    client.setQueryData(options.queryKey, (lists) => lists && change(lists));
  }

  /** Shows it at once; the order stays until the dialog is opened again. */
  const show = (id: number, contains: boolean, change: number) =>
    rewrite((lists) =>
      lists.map((list) =>
        list.id === id ? { ...list, contains, items_count: list.items_count + change } : list,
      ),
    );

  async function set({ id, title }: OwnCollection, wanted: boolean) {
    setFailed(undefined);
    const change = wanted ? 1 : -1;
    show(id, wanted, change);
    try {
      await (wanted ? putItem(id, prompt.id) : removeItem(id, prompt.id));
      void refreshCollection(client, id);
      setSaid(wanted ? `Salvo em “${isolated(title)}”` : `Removido de “${isolated(title)}”`);
    } catch (reason) {
      show(id, !wanted, -change);
      setFailed(reason instanceof ApiError ? reason.message : messages.failedText);
    }
  }

  if (!data && error) {
    return <QueryError message={messages.listFailed} query={query} />;
  }
  if (!data) return <ListsSkeleton />;
  return (
    <div className="grid gap-5">
      {data.length > 0 && (
        <ul aria-label="Suas coleções" className="-mx-2 max-h-[38dvh] overflow-y-auto px-2 py-1">
          {data.map((list) => (
            <li key={list.id} className="border-b border-line py-2.5 last:border-0">
              <Checkbox
                checked={list.contains ?? false}
                onChange={(event) => void set(list, event.target.checked)}
                label={<ListName list={list} />}
              />
            </li>
          ))}
        </ul>
      )}
      <FormAlert>{failed}</FormAlert>
      <p role="status" className="sr-only">
        {said}
      </p>
      {data.length < MOST_COLLECTIONS ? (
        <NewListForm
          first={data.length === 0}
          onMade={async (made) => {
            await putItem(made.id, prompt.id);
            void refreshCollection(client, made.id);
            const { items: _, unavailable: __, ...list } = made;
            rewrite((lists) => [
              { ...list, contains: true, items_count: 1 },
              ...lists.filter(({ id }) => id !== made.id),
            ]);
            setSaid(`Salvo em “${isolated(made.title)}”`);
          }}
        />
      ) : (
        <p className="text-sm text-muted">Você tem {MOST_COLLECTIONS} coleções, o máximo.</p>
      )}
      {data.length > 0 && (
        <p className="text-sm">
          <TextLink href={OWN_COLLECTIONS} className="inline-flex min-h-11 items-center">
            Ver suas coleções
          </TextLink>
        </p>
      )}
    </div>
  );
}

function ListName({ list: { title, is_public, items_count } }: { list: OwnCollection }) {
  const Icon = is_public ? Globe : Lock;
  return (
    <span className="block min-w-0">
      <span className="block font-semibold wrap-anywhere">{title}</span>
      <span className="mt-0.5 flex items-center gap-1.5 text-xs text-muted">
        <Icon aria-hidden="true" className="size-3.5" />
        {is_public ? "Pública" : "Privada"} · {countOf(items_count, "prompt", "prompts")}
      </span>
    </span>
  );
}

function ListsSkeleton() {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">Carregando coleções…</span>
      <Skeleton className="h-10" />
      <Skeleton className="h-10" />
      <Skeleton className="h-12" />
    </div>
  );
}
