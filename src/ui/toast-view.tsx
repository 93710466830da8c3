/** Draws the toast of the moment, on Radix: live region, swipe away (50 px), pause while pointed at. Loaded lazily. */
import Check from "lucide-react/icons/check";
import CircleAlert from "lucide-react/icons/circle-alert";
import X from "lucide-react/icons/x";
import * as Radix from "radix-ui/toast";
import { useRef } from "react";
import { IconButton } from "./button.tsx";
import { cx } from "./cx.ts";
import { closeToast, TOAST_DURATION, type Toast, type ToastVariant } from "./toast.ts";
import { useToastPlace } from "./toast-place.ts";
import { ToastStep } from "./toast-step.tsx";

const corners: Record<ToastVariant, string> = {
  default: "bg-accent text-on-accent",
  success: "bg-success text-card",
  destructive: "bg-danger text-on-danger",
};

export function ToastView({ toast }: { toast: Toast }) {
  const { id, open, title, description, action, variant = "default" } = toast;
  const place = useToastPlace(id, open);
  /** Whether a dialog handles this Escape. Radix reports the layer that opened last, a toast too. */
  const isOfDialog = useRef(false);
  const Icon = variant === "destructive" ? CircleAlert : variant === "success" ? Check : null;
  return (
    <Radix.Provider duration={TOAST_DURATION} swipeDirection="right" swipeThreshold={50} label="Aviso">
      <Radix.Root
        key={id}
        open={open}
        onEscapeKeyDown={({ target }) => {
          isOfDialog.current = target instanceof Element && target.closest("[role=dialog]") !== null;
        }}
        onOpenChange={(next) => {
          if (!next && !isOfDialog.current) closeToast(id);
          isOfDialog.current = false;
        }}
        type={variant === "destructive" ? "foreground" : "background"}
        className={cx(
          "pointer-events-auto flex items-start gap-3 overflow-hidden rounded-tile rounded-tr-corner border border-line bg-card shadow-float",
          "data-[state=open]:animate-rise data-[state=closed]:animate-leave",
          "data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0 data-[swipe=end]:translate-x-(--radix-toast-swipe-end-x)",
        )}
      >
        {/* The leaf of a tile, in the message's colour. */}
        <span className={cx("grid size-11 shrink-0 rounded-br-full", corners[variant])}>
          {Icon && <Icon aria-hidden="true" strokeWidth={2.5} className="mt-2.5 ml-2.5 size-4.5" />}
        </span>
        <div className="min-w-0 flex-1 py-3">
          <Radix.Title className="font-semibold">{title}</Radix.Title>
          {description && <Radix.Description className="text-sm text-muted">{description}</Radix.Description>}
          {action && <ToastStep action={action} onTaken={() => closeToast(id)} />}
        </div>
        <Radix.Close asChild>
          <IconButton label="Fechar aviso" className="text-muted hover:text-ink">
            <X aria-hidden="true" />
          </IconButton>
        </Radix.Close>
      </Radix.Root>
      <Radix.Viewport
        label="Notificações ({hotkey})"
        ref={place}
        className="toast-place pointer-events-none z-60"
      />
    </Radix.Provider>
  );
}
