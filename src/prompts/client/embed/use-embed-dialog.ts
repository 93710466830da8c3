/** Opens the dialog "Incorporar", which is loaded then. */
import type { ReactNode } from "react";
import type { EmbeddedKind } from "#prompts/embed.ts";
import { sayNotOpened, useLazyDialog } from "#ui/use-lazy-dialog.tsx";

/** @returns a function that opens it, and the dialog to render */
export const useEmbedDialog = (kind: EmbeddedKind, id: number, title: string): [() => void, ReactNode] =>
  useLazyDialog(async () => (await import("./embed-dialog.tsx")).EmbedDialog, sayNotOpened, {
    kind,
    id,
    title,
  });
