/** Shares a prompt's page: by WhatsApp, as a copied link, or by the device's share sheet. */
import LinkIcon from "lucide-react/icons/link";
import MessageCircle from "lucide-react/icons/message-circle";
import Share2 from "lucide-react/icons/share-2";
import { type ReactNode, useEffect, useState } from "react";
import { cx } from "#ui/cx.ts";
import { DropdownMenu, MenuButton, MenuLink } from "#ui/dropdown-menu.tsx";
import { copyLink, pageAddress } from "./copy.ts";
import { triggerStyle } from "./trigger-style.ts";

/** The user closed the sheet, or it is open already: no error. */
const decided = new Set(["AbortError", "InvalidStateError"]);

function openSheet(title: string): void {
  navigator.share({ title, url: pageAddress() }).catch((error: unknown) => {
    if (!(error instanceof DOMException && decided.has(error.name))) copyLink();
  });
}

/** @param children more items */
export function ShareMenu({ title, children }: { title: string; children?: ReactNode }) {
  // Only known in the browser.
  const [device, setDevice] = useState({ address: "", hasSheet: false });
  useEffect(() => setDevice({ address: pageAddress(), hasSheet: "share" in navigator }), []);
  const text = `${title}\n${device.address}`;
  return (
    <DropdownMenu
      label="Compartilhar"
      trigger={
        <>
          <Share2 aria-hidden="true" className="size-4.5" />
          <span className="max-sm:hidden lg:max-xl:hidden">Compartilhar</span>
        </>
      }
      triggerClassName={cx(triggerStyle, "noscript:hidden")}
    >
      {/* A link: never blocked as a pop-up, and phones open the app. */}
      <MenuLink href={`https://wa.me/?text=${encodeURIComponent(text)}`} rel="noopener noreferrer">
        <MessageCircle aria-hidden="true" /> Enviar pelo WhatsApp
      </MenuLink>
      <MenuButton onSelect={copyLink}>
        <LinkIcon aria-hidden="true" /> Copiar link
      </MenuButton>
      {children}
      {device.hasSheet && (
        <MenuButton onSelect={() => openSheet(title)}>
          <Share2 aria-hidden="true" /> Outro aplicativo…
        </MenuButton>
      )}
    </DropdownMenu>
  );
}
