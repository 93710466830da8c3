/** `/admin/tags`: all tags; rename, merge, free other names. */
import X from "lucide-react/icons/x";
import { type ReactNode, useState } from "react";
import type { AdminTag, AdminTagList } from "#admin/contract.ts";
import { messages } from "#admin/messages.ts";
import { tagPath } from "#prompts/tag-path.ts";
import { Button } from "#ui/button.tsx";
import { TextLink } from "#ui/button-link.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { countOf, formatCount } from "#ui/numbers.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { ListPage, ListSkeleton } from "./list-page.tsx";
import { type Alias, FreeAliasDialog, MergeDialog, RenameDialog } from "./tag-dialogs.tsx";

/** Milliseconds between looks at a list with a tag that is being merged. */
const WATCH_MS = 2000;

type OpenDialog = (dialog: (onClose: () => void) => ReactNode) => void;

export function AdminTagsPage() {
  const [dialog, setDialog] = useState<ReactNode>(null);
  const openDialog: OpenDialog = (make) => setDialog(make(() => setDialog(null)));
  return (
    <>
      <ListPage<AdminTagList>
        title="Tags"
        intro="Uma tag é uma só em todas as grafias: acentos, maiúsculas e plural não contam. Una as que dizem o mesmo, renomeie as mal escritas."
        searchFor="Parte do nome…"
        path="/admin/tags"
        api="/api/admin/tags"
        failed={messages.tagsFailed}
        again={({ tags }) => tags.some(({ moving }) => moving > 0) && WATCH_MS}
        skeleton={
          <ListSkeleton label="Carregando tags…" count={8} className="grid gap-3">
            <Skeleton className="h-16 w-full" />
          </ListSkeleton>
        }
        empty={(search) => (
          <EmptyState
            seed="tags"
            title={search ? "Nenhuma tag encontrada com essa busca." : "Nenhum prompt tem tags ainda."}
          />
        )}
        counted={({ totalCount, more }) =>
          more
            ? `As ${formatCount(totalCount)} tags mais usadas; as outras, pela busca`
            : countOf(totalCount, "tag", "tags")
        }
      >
        {({ tags }) => (
          <ul aria-label="Tags" className="border-t border-line">
            {tags.map((tag) => (
              <Row key={tag.id} tag={tag} openDialog={openDialog} />
            ))}
          </ul>
        )}
      </ListPage>
      {dialog}
    </>
  );
}

function Row({ tag, openDialog }: { tag: AdminTag; openDialog: OpenDialog }) {
  const { name, slug, prompts_count, moving, aliases } = tag;
  const merge = (search = "") =>
    openDialog((onClose) => (
      <MergeDialog key={`merge ${search}`} tag={tag} search={search} onClose={onClose} />
    ));
  const rename = () =>
    openDialog((onClose) => <RenameDialog key="rename" tag={tag} onMerge={merge} onClose={onClose} />);
  const free = (alias: Alias) =>
    openDialog((onClose) => <FreeAliasDialog key={alias.id} tag={tag} alias={alias} onClose={onClose} />);
  return (
    <li className="grid gap-x-6 gap-y-3 border-b border-line py-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3 wrap-anywhere">
          {prompts_count > 0 ? (
            <TextLink href={tagPath(slug)} className="font-semibold">
              {name}
            </TextLink>
          ) : (
            <strong className="font-semibold">{name}</strong>
          )}
          <span className="text-sm text-muted tabular-nums">
            {prompts_count > 0 ? countOf(prompts_count, "prompt", "prompts") : "nenhum prompt público"}
          </span>
        </p>
        {moving > 0 && (
          <p className="mt-1 text-sm text-muted">
            Unindo: {moving === 1 ? "falta" : "faltam"} {countOf(moving, "prompt", "prompts")}. Quem lê já vê
            uma tag só.
          </p>
        )}
        {aliases.length > 0 && (
          <div className="mt-2 flex flex-wrap items-center gap-2 text-sm">
            <span className="text-muted">Outros nomes:</span>
            <ul aria-label={`Outros nomes de ${name}`} className="contents">
              {aliases.map((alias) => (
                <li key={alias.id} className="max-w-full">
                  <button
                    type="button"
                    onClick={() => free(alias)}
                    className="flex min-h-9 max-w-full items-center gap-1.5 rounded-tile bg-primary-soft px-3 text-left font-medium wrap-anywhere hover:text-primary pointer-coarse:min-h-11"
                  >
                    <span className="sr-only">Liberar o nome</span>
                    {alias.name}
                    <X aria-hidden="true" className="size-4 shrink-0" />
                  </button>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <div className="flex gap-2">
        <Button variant="secondary" size="sm" className="max-sm:flex-1" onClick={rename}>
          Renomear<span className="sr-only"> {name}</span>
        </Button>
        <Button variant="secondary" size="sm" className="max-sm:flex-1" onClick={() => merge()}>
          Unir a outra<span className="sr-only">: {name}</span>
        </Button>
      </div>
    </li>
  );
}
