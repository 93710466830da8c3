/** What the menu of a prompt's page offers with scripts; loaded when it is opened. */
import Code from "lucide-react/icons/code";
import Copy from "lucide-react/icons/copy";
import LinkIcon from "lucide-react/icons/link";
import MessageCircle from "lucide-react/icons/message-circle";
import Share2 from "lucide-react/icons/share-2";
import Trash2 from "lucide-react/icons/trash-2";
import { useEffect } from "react";
import { useLocation } from "wouter";
import { useEmbedDialog } from "#prompts/client/embed/use-embed-dialog.ts";
import { useDeleteDialog } from "#prompts/client/own/use-delete-dialog.tsx";
import type { PromptView } from "#prompts/contract.ts";
import { focusMenu, MenuButton, MenuLink } from "#ui/dropdown-menu.tsx";
import { copyLink, copyWithCredit, pageAddress } from "./copy.ts";
import { PROMPT_MENU } from "./prompt-menu-id.ts";
import type { FilledIn } from "./use-filled-in.ts";

/** The user closed the sheet, or it is open already: no error. */
const decided = new Set(["AbortError", "InvalidStateError"]);

function openSheet(title: string): void {
  navigator.share({ title, url: pageAddress() }).catch((error: unknown) => {
    if (!(error instanceof DOMException && decided.has(error.name))) copyLink();
  });
}

export interface PromptMenuProps {
  prompt: PromptView;
  isOwn: boolean;
  filledIn: FilledIn;
  onCopied: () => void;
}

export function PromptMenuItems({
  prompt,
  isOwn,
  filledIn: { text, left, fillOut },
  onCopied,
}: PromptMenuProps) {
  const { id, title, user } = prompt;
  const [, navigate] = useLocation();
  const [embed, embedDialog] = useEmbedDialog("prompts", id, title);
  const [askToDelete, deleteDialog] = useDeleteDialog(prompt, () => navigate("/profile", { replace: true }));
  // These items stand above the one that had the focus.
  useEffect(() => focusMenu(PROMPT_MENU), []);
  const credit = async () => {
    if (await copyWithCredit(text, user.username, left, fillOut)) onCopied();
  };
  return (
    <>
      {/* A link: never blocked as a pop-up, and phones open the app. */}
      <MenuLink
        href={`https://wa.me/?text=${encodeURIComponent(`${title}\n${pageAddress()}`)}`}
        rel="noopener noreferrer"
      >
        <MessageCircle aria-hidden="true" /> Enviar pelo WhatsApp
      </MenuLink>
      <MenuButton onSelect={copyLink}>
        <LinkIcon aria-hidden="true" /> Copiar link
      </MenuButton>
      <MenuButton onSelect={() => void credit()}>
        <Copy aria-hidden="true" /> Copiar com crédito
      </MenuButton>
      {"share" in navigator && (
        <MenuButton onSelect={() => openSheet(title)}>
          <Share2 aria-hidden="true" /> Outro aplicativo…
        </MenuButton>
      )}
      <MenuButton onSelect={embed}>
        <Code aria-hidden="true" /> Incorporar
      </MenuButton>
      {isOwn && (
        <MenuButton onSelect={askToDelete}>
          <Trash2 aria-hidden="true" /> Excluir
        </MenuButton>
      )}
      {embedDialog}
      {deleteDialog}
    </>
  );
}
