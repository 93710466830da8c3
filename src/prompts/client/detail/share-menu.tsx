/** Passes a prompt's page on: by the device's own sheet where there is one, otherwise by WhatsApp or as a copied link. */
import LinkIcon from "lucide-react/icons/link";
import MessageCircle from "lucide-react/icons/message-circle";
import Share2 from "lucide-react/icons/share-2";
import type { MouseEvent } from "react";
import { cx } from "#ui/cx.ts";
import { DropdownMenu, MenuButton } from "#ui/dropdown-menu.tsx";
import { copyLink, pageAddress } from "./copy.ts";
import { triggerLook } from "./trigger-look.ts";

export function ShareMenu({ title }: { title: string }) {
  const share = (event: MouseEvent) => {
    if (!navigator.share) return;
    event.preventDefault();
    navigator.share({ title, url: pageAddress() }).catch((error: unknown) => {
      // Who closes the sheet has decided so.
      if (!(error instanceof DOMException && error.name === "AbortError")) copyLink();
    });
  };
  const sendByWhatsApp = () => {
    const text = encodeURIComponent(`${title}\n${pageAddress()}`);
    window.open(`https://wa.me/?text=${text}`, "_blank", "noopener,noreferrer");
  };
  return (
    <DropdownMenu
      label="Compartilhar"
      trigger={
        <>
          <Share2 aria-hidden="true" className="size-4.5" />
          <span className="max-sm:hidden lg:max-xl:hidden">Compartilhar</span>
        </>
      }
      triggerClassName={cx(triggerLook, "noscript:hidden")}
      onTrigger={share}
    >
      <MenuButton onSelect={sendByWhatsApp}>
        <MessageCircle aria-hidden="true" /> Enviar pelo WhatsApp
      </MenuButton>
      <MenuButton onSelect={copyLink}>
        <LinkIcon aria-hidden="true" /> Copiar link
      </MenuButton>
    </DropdownMenu>
  );
}
