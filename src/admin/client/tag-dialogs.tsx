/** Renaming and merging tags, and freeing another name of one, with what follows. */

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AdminTag, AdminTagList } from "#admin/contract.ts";
import { messages } from "#admin/messages.ts";
import { isolated } from "#language/isolated.ts";
import { unitsFor } from "#language/length.ts";
import { ApiError } from "#platform/client/api.ts";
import { TEXT_LIMITS } from "#prompts/catalog.ts";
import { Button } from "#ui/button.tsx";
import { isComposing } from "#ui/composing.ts";
import { FormAlert } from "#ui/form-alert.tsx";
import { countOf } from "#ui/numbers.ts";
import { RadioGroup } from "#ui/radio-group.tsx";
import { literalInput, TextField } from "#ui/text-field.tsx";
import { type ToastAction, toast } from "#ui/toast.ts";
import { usePaused } from "#ui/use-paused.ts";
import { ActionDialog } from "./action-dialog.tsx";
import { freeAlias, mergeTags, pageOptions, renameTag } from "./admin.queries.ts";

export type Alias = AdminTag["aliases"][number];

interface Props {
  tag: AdminTag;
  onClose: () => void;
}

/** "Desfazer" after a rename: restores the former name, and frees the new one unless it led to this tag already. */
function useUndoRename(tag: AdminTag): (renamed: AdminTag) => ToastAction {
  const client = useQueryClient();
  return (renamed) => {
    const known = new Set(tag.aliases.map(({ id }) => id));
    const made = renamed.aliases.find(({ id }) => !known.has(id));
    const undo = async () => {
      try {
        await renameTag(tag.id, tag.name);
        if (made) await freeAlias(tag.id, made.id);
        toast({ title: messages.renameUndone, variant: "success" });
      } catch (error) {
        const { message } = error as Error;
        toast({ title: messages.renameFailed, description: message, variant: "destructive" });
      }
      await client.invalidateQueries();
    };
    return { label: "Desfazer", onPress: () => void undo() };
  };
}

/** @param onMerge offered when another tag has the name */
export function RenameDialog({ tag, onMerge, onClose }: Props & { onMerge: (name: string) => void }) {
  const [taken, setTaken] = useState("");
  const rename = async (form: FormData) => {
    const name = String(form.get("name") ?? "");
    setTaken("");
    try {
      return await renameTag(tag.id, name);
    } catch (error) {
      if (error instanceof ApiError && error.code === "tag_exists") setTaken(name);
      throw error;
    }
  };
  return (
    <ActionDialog
      title="Renomear tag"
      confirm="Renomear"
      onConfirm={rename}
      succeeded={messages.tagRenamed}
      next={useUndoRename(tag)}
      gone={messages.tagGone}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        {tag.prompts_count > 0
          ? `O novo nome aparece em ${countOf(tag.prompts_count, "prompt", "prompts")}. `
          : ""}
        Quem escrever “<bdi>{tag.name}</bdi>”, ou abrir o endereço de antes, chega à mesma tag.
      </p>
      <TextField
        {...literalInput}
        label="Novo nome"
        name="name"
        defaultValue={tag.name}
        maxLength={unitsFor(4 * TEXT_LIMITS.tag)}
        onChange={() => setTaken("")}
      />
      {taken && (
        <Button variant="secondary" onClick={() => onMerge(taken)}>
          Unir as duas…
        </Button>
      )}
    </ActionDialog>
  );
}

/** Most tags that are offered. */
const MOST_OFFERED = 5;

/** @param search what is looked for at first */
export function MergeDialog({ tag, search, onClose }: Props & { search: string }) {
  const [typed, setTyped] = useState(search);
  const [into, setInto] = useState<AdminTag>();
  const client = useQueryClient();
  const { data, error, isFetching } = useQuery({
    ...pageOptions<AdminTagList>("/api/admin/tags", { page: 1, search: usePaused(typed.trim()) }),
    placeholderData: keepPreviousData,
  });
  const others = data?.tags.filter(({ id }) => id !== tag.id) ?? [];
  const merge = async () => {
    if (!into) throw new Error(messages.chooseTag);
    try {
      return await mergeTags(tag.id, into.id);
    } catch (failure) {
      // Perhaps it has just been merged itself: what can be chosen is read anew.
      await client.invalidateQueries({ queryKey: ["/api/admin/tags"] });
      setInto(undefined);
      throw failure;
    }
  };
  return (
    <ActionDialog
      title={`Unir “${isolated(tag.name)}” a outra`}
      confirm="Unir"
      dangerous
      onConfirm={merge}
      succeeded={messages.tagsMerged}
      gone={messages.tagGone}
      onClose={onClose}
    >
      <TextField
        {...literalInput}
        label="Qual tag fica?"
        type="search"
        value={typed}
        maxLength={unitsFor(TEXT_LIMITS.tag)}
        placeholder="Parte do nome…"
        enterKeyHint="search"
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) =>
          event.key === "Enter" && !isComposing(event.nativeEvent) && event.preventDefault()
        }
      />
      <FormAlert>{error?.message}</FormAlert>
      {others.length > 0 && (
        <RadioGroup
          key={others.map(({ id }) => id).join()}
          legend={typed.trim() ? "Tags encontradas" : "As mais usadas"}
          name="into"
          options={others.slice(0, MOST_OFFERED).map(({ id, name, prompts_count }) => ({
            value: String(id),
            label: name,
            sentence: countOf(prompts_count, "prompt", "prompts"),
          }))}
          defaultValue={into && String(into.id)}
          onChange={({ target }) => setInto(others.find(({ id }) => String(id) === target.value))}
        />
      )}
      <p role="status" className="text-sm text-muted empty:hidden">
        {data && !isFetching && others.length === 0 && "Nenhuma outra tag encontrada."}
        {others.length > MOST_OFFERED && typed.trim() && "Há mais tags: escreva mais do nome."}
      </p>
      {into && <Question tag={tag} into={into} />}
    </ActionDialog>
  );
}

function Question({ tag, into }: { tag: AdminTag; into: AdminTag }) {
  const { prompts_count: count } = tag;
  return (
    <div role="status" className="grid gap-2 wrap-anywhere">
      <p>
        {count === 0 && "Nenhum prompt público tem "}
        {count === 1 && "O prompt com "}
        {count > 1 && `Os ${countOf(count, "prompt", "prompts")} com `}
        <strong>“{tag.name}”</strong>
        {count === 0 && "; os ocultos, se houver, passam a ter "}
        {count === 1 && " passa a ter "}
        {count > 1 && " passam a ter "}
        <strong>“{into.name}”</strong>
        {count === 1 && "; os ocultos também"}
        {count > 1 && ", e os ocultos também"}. Quem escrever “<bdi>{tag.name}</bdi>”, ou abrir o endereço
        dela, chega a “<bdi>{into.name}</bdi>”.
      </p>
      <p>
        <strong>Não dá para desfazer:</strong> depois não se sabe mais quais prompts tinham qual das duas.
      </p>
    </div>
  );
}

export function FreeAliasDialog({ tag, alias, onClose }: Props & { alias: Alias }) {
  return (
    <ActionDialog
      title={`Liberar “${isolated(alias.name)}”`}
      confirm="Liberar"
      dangerous
      onConfirm={() => freeAlias(tag.id, alias.id)}
      succeeded={messages.aliasFreed}
      gone={messages.tagGone}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        O nome “<bdi>{alias.name}</bdi>” deixa de levar a “<bdi>{tag.name}</bdi>”: o endereço dele não existe
        mais, e quem o escrever num prompt cria uma tag nova. Os prompts com “<bdi>{tag.name}</bdi>” ficam
        como estão.
      </p>
    </ActionDialog>
  );
}
