/** A modal dialog: centred, or a bottom sheet on phones. Heavy: import it lazily, with its content. */
import X from "lucide-react/icons/x";
import * as Radix from "radix-ui/dialog";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button, IconButton } from "./button.tsx";
import { useCloseRequest } from "./close-request.ts";
import { isComposing } from "./composing.ts";
import { cx } from "./cx.ts";
import { useUnsavedText } from "./unsaved-text.ts";

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** One sentence below the title. */
  description?: string;
  children: ReactNode;
}

const FOCUSABLE = ":is(a[href], button, input, select, textarea):not(:disabled)";

/**
 * Radix traps and restores focus, and closes on Escape and on a click outside; Back closes it where the browser tells. With
 * text that was typed and not sent, each of these asks first. Radix's overlay is not used: it inserts a style element to lock
 * scrolling, which the Content-Security-Policy refuses; tokens.css locks it.
 */
export function Dialog({ open, onOpenChange, title, description, children }: Props) {
  const opener = useRef<Element>(null);
  /** The field whose text would go. */
  const [unsaved, setUnsaved] = useState<HTMLElement>();
  const { onFocus, find, forget } = useUnsavedText();
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it closes, however
  useEffect(() => {
    if (open) return;
    setUnsaved(undefined);
    forget();
  }, [open]);
  function leave() {
    const found = find();
    // The question is on top of the dialog, and goes before it.
    if (unsaved) setUnsaved(undefined);
    else if (found) setUnsaved(found);
    else onOpenChange(false);
  }
  useCloseRequest(open, leave);
  return (
    <Radix.Root open={open} onOpenChange={leave}>
      <Radix.Portal>
        <div data-scrim className="fixed inset-0 z-40 animate-appear bg-scrim" />
        <Radix.Content
          {...(!description && { "aria-describedby": undefined })}
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement;
            // While its content loads there is only "Fechar": a second press would close it.
            const content = event.target as HTMLElement;
            if (content.querySelector(FOCUSABLE) !== content.querySelector("[data-close]")) return;
            event.preventDefault();
            content.focus();
          }}
          onCloseAutoFocus={(event) => {
            // Radix restores focus only to its own trigger, and these dialogs have none.
            event.preventDefault();
            // The opener may have been removed meanwhile.
            const gone = !opener.current?.isConnected;
            const next = gone ? document.querySelector("main") : opener.current;
            if (next instanceof HTMLElement) next.focus({ preventScroll: gone });
          }}
          onEscapeKeyDown={(event) => isComposing(event) && event.preventDefault()}
          onKeyDown={(event) => {
            // Radix has not heard of it if a toast came after the dialog.
            if (event.key !== "Escape" || event.isDefaultPrevented() || isComposing(event.nativeEvent))
              return;
            event.preventDefault();
            leave();
          }}
          onFocus={onFocus}
          className={cx(
            "fixed inset-x-0 bottom-0 z-50 mx-auto flex max-h-[92dvh] w-full max-w-md animate-rise flex-col overflow-y-auto",
            "overscroll-contain rounded-t-tile rounded-tr-corner-lg border border-line bg-card p-5 pb-8 shadow-float",
            "sm:inset-y-0 sm:my-auto sm:h-fit sm:rounded-tile sm:rounded-tr-corner-lg sm:p-8",
          )}
        >
          <Radix.Title className="pr-12 font-heading text-2xl">{title}</Radix.Title>
          {description && (
            <Radix.Description className="mt-1.5 text-sm text-muted">{description}</Radix.Description>
          )}
          <div className="mt-5">{children}</div>
          {unsaved && (
            <LeavingQuestion
              field={unsaved}
              onStay={() => setUnsaved(undefined)}
              onLeave={() => onOpenChange(false)}
            />
          )}
          {/* Last in the DOM, so that focus starts in the content. */}
          <Radix.Close asChild>
            <IconButton label="Fechar" data-close className="absolute top-3 right-4 sm:top-5 sm:right-6">
              <X aria-hidden="true" />
            </IconButton>
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface QuestionProps {
  /** Gets the focus back. */
  field: HTMLElement;
  onStay: () => void;
  onLeave: () => void;
}

/** Asked before typed text goes. */
function LeavingQuestion({ field, onStay, onLeave }: QuestionProps) {
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    stay.current?.focus();
    return () => field.focus();
  }, [field]);
  return (
    <div className="mt-5 grid gap-4 rounded-tile rounded-tr-corner border border-edge bg-sunken p-4">
      <p role="alert" className="font-semibold">
        Descartar o que você escreveu?
      </p>
      <div className="flex flex-wrap justify-end gap-3 max-sm:flex-col-reverse">
        <Button variant="danger" onClick={onLeave}>
          Descartar
        </Button>
        <Button ref={stay} variant="secondary" onClick={onStay}>
          Continuar escrevendo
        </Button>
      </div>
    </div>
  );
}
