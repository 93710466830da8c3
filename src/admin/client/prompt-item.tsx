/** A prompt in the admin's list: everything needed to judge it, and the button to remove it. */
import Trash from "lucide-react/icons/trash-2";
import { type ReactNode, useState } from "react";
import type { AdminPrompt } from "#admin/contract.ts";
import { Picture } from "#media/client/picture.tsx";
import { Button } from "#ui/button.tsx";
import { ButtonLink, TextLink } from "#ui/button-link.tsx";
import { cx } from "#ui/cx.ts";
import { formatDateTime } from "#ui/dates.ts";
import { formatCount } from "#ui/numbers.ts";
import { CopyableId } from "./copyable-id.tsx";
import { EmailText } from "./email-text.tsx";
import { RemovedUntil } from "./removed-until.tsx";

/** Widths of a card in the grid of prompts-page.tsx. */
const sizes = "(min-width: 80rem) 19rem, (min-width: 48rem) 46vw, 92vw";

export function PromptItem({ prompt, onRemove }: { prompt: AdminPrompt; onRemove: () => void }) {
  const { id, title, content, description, image, user, views, created_at, removal } = prompt;
  return (
    <article className="flex h-full flex-col overflow-clip rounded-tile rounded-tr-corner-lg border border-line bg-card">
      {/* Removed pictures are served in their case alone. */}
      {!removal && (
        <div className="relative aspect-16/9 overflow-clip bg-sunken">
          <Picture image={image} alt={image.alt ?? ""} seed={id} sizes={sizes} fit="cover" />
        </div>
      )}
      <div className="flex flex-1 flex-col p-4">
        <h2 className="text-lg leading-snug wrap-anywhere">
          {removal ? (
            title
          ) : (
            <TextLink
              href={`/prompts/${id}`}
              className="inline-block py-0.5 decoration-transparent hover:decoration-accent"
            >
              {title}
            </TextLink>
          )}
        </h2>
        {removal && <RemovedUntil until={removal.until} className="mt-2" />}
        <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
          <Fact term="Quem publicou">{user.username}</Fact>
          <Fact term="E-mail">
            <EmailText email={user.email} />
          </Fact>
          <Fact term="Visualizações">{formatCount(views)}</Fact>
          <Fact term="Data">
            <time dateTime={created_at}>{formatDateTime(created_at)}</time>
          </Fact>
          <Fact term="ID">
            <CopyableId id={String(id)} of={title} />
          </Fact>
        </dl>
        {description && <FoldedText label="Descrição" text={description} />}
        <FoldedText label="Conteúdo" text={content} />
        <div className="mt-auto pt-4">
          {removal ? (
            <ButtonLink
              href={`/admin/denuncias/${removal.case_id}`}
              variant="secondary"
              size="sm"
              className="w-full"
            >
              Restaurar<span className="sr-only">: {title}</span>
            </ButtonLink>
          ) : (
            <Button
              variant="secondary"
              size="sm"
              className="w-full text-danger! hover:border-danger!"
              onClick={onRemove}
            >
              <Trash aria-hidden="true" className="size-4" /> Excluir
              <span className="sr-only">: {title}</span>
            </Button>
          )}
        </div>
      </div>
    </article>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{term}</dt>
      <dd className="min-w-0 text-balance wrap-anywhere">{children}</dd>
    </>
  );
}

/** Roughly five lines of a card. */
const isLong = (text: string) => text.length > 180 || text.split("\n").length > 5;

/** The text as written, collapsed when long. */
function FoldedText({ label, text }: { label: string; text: string }) {
  const [open, setOpen] = useState(false);
  const long = isLong(text);
  return (
    <div className="mt-4 border-t border-line pt-3">
      <p className="text-xs font-semibold text-muted">{label}</p>
      <p className={cx("mt-1 text-sm whitespace-pre-wrap wrap-anywhere", long && !open && "line-clamp-5")}>
        {text}
      </p>
      {long && (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="text-link mt-1.5 min-h-8 text-sm font-semibold"
        >
          {open ? "Mostrar menos" : "Mostrar tudo"}
          <span className="sr-only">: {label}</span>
        </button>
      )}
    </div>
  );
}
