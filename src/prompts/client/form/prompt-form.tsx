/** The form for a new or published prompt. Input survives every failure. Loaded lazily. */
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useForm } from "react-hook-form";
import { openAuthDialog } from "#accounts/client/auth-dialog-state.ts";
import { checkSession, useSession } from "#accounts/client/session.ts";
import { PictureError } from "#media/client/prepare-picture.ts";
import type { ImageView } from "#media/contract.ts";
import { ApiError, noteAsker } from "#platform/client/api.ts";
import type { Upload } from "#prompts/client/authoring.queries.ts";
import { inputMessages } from "#prompts/input-messages.ts";
import { messages } from "#prompts/messages.ts";
import { Button } from "#ui/button.tsx";
import { FormAlert } from "#ui/form-alert.tsx";
import { formBehavior } from "#ui/form-behavior.ts";
import { Progress } from "#ui/progress.tsx";
import { closeToast, currentToast, toast } from "#ui/toast.ts";
import { ClearedNotice, type Leave } from "./cleared-notice.tsx";
import { DraftNotice } from "./draft-notice.tsx";
import type { StoredDraft, StoredParts } from "./draft-store.ts";
import { formMessages } from "./form-messages.ts";
import { prepareOnce } from "./prepared-pictures.ts";
import {
  type CheckedDraft,
  createDraftResolver,
  EMPTY_DRAFT,
  type PromptDraft,
  profaneWords,
} from "./prompt-draft.ts";
import { PromptFields } from "./prompt-fields.tsx";
import { type ClearedBy, useClearing } from "./use-clearing.ts";
import { useDraftStorage } from "./use-draft-storage.ts";

const resolvers = {
  needed: createDraftResolver(true),
  present: createDraftResolver(false),
};

const storedTexts: Record<StoredParts, string> = {
  whole: "Rascunho guardado neste aparelho",
  text: "Rascunho guardado sem a imagem, que não coube",
  nothing: "Este navegador não está guardando rascunhos: publique antes de fechar a página",
};

/** A valid draft in the API's format, without a picture when the current one stays. */
export type SentPrompt = Omit<CheckedDraft, "image"> & { thumbnail_url?: File };

interface Props {
  /** Initial values. */
  initial: PromptDraft;
  /** The restored draft, and its storage key. */
  stored: StoredDraft | null;
  draftName: string;
  /** A remix: the form asks for the difference. */
  isRemix?: boolean;
  /** The current picture, kept unless another is chosen. */
  current?: ImageView | undefined;
  texts: { submit: string; failed: string; cancelled: string; login: string };
  /**
   * Submits the values; the form reports its errors unless `onRefused` handles them.
   * @returns the next step, run only if the author is still on the page
   */
  send: (prompt: SentPrompt, upload: Upload) => Promise<() => void>;
  /** @returns whether the error was handled */
  onRefused?: (refusal: ApiError) => boolean;
  /** Where a form without changes leads when it is cancelled; a form for a new prompt has nowhere to go. */
  leave?: Leave;
}

/** Stage of an upload: its picture is reduced, or sent, from 0 to 1. */
type Stage = "reducing" | number;

/** Waits, but no longer than until the signal aborts. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
    work.then(resolve, reject);
  });
}

const fail = (title: string, description: string) => toast({ title, description, variant: "destructive" });

export function PromptForm(props: Props) {
  const { initial, stored, draftName, isRemix = false, current, texts, send, onRefused, leave } = props;
  const { status } = useSession();
  const form = useForm<PromptDraft, unknown, CheckedDraft>({
    defaultValues: stored?.values ?? initial,
    resolver: current ? resolvers.present : resolvers.needed,
    ...formBehavior,
  });
  const storage = useDraftStorage(form, draftName, initial, stored);
  const [restored, setRestored] = useState(stored);
  const { cleared, clear, removeImage, replaceImage, undo } = useClearing(form, initial, storage);
  const [stage, setStage] = useState<Stage>();
  const running = useRef<AbortController>(null);
  const here = useRef(true);
  const cancelButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  useEffect(() => {
    // The form got shorter above the button that was pressed.
    if (cleared?.by === "cancel") cancelButton.current?.scrollIntoView({ block: "nearest" });
  }, [cleared]);
  const { isSubmitting, errors } = form.formState;
  // No cancelling once everything is sent: the server may have published by then.
  const cancellable = stage === "reducing" || (stage !== undefined && stage < 1);

  function askForLogin() {
    fail(messages.error, texts.login);
    openAuthDialog("login");
  }

  async function submit({ image, ...fields }: CheckedDraft) {
    if (running.current) return;
    if (status !== "signed-in") return askForLogin();
    // Who presses: preparing a picture takes seconds, in which somebody else may come.
    const requireAsker = noteAsker();
    const controller = new AbortController();
    running.current = controller;
    // Why the last attempt failed is no news on the page that follows this one.
    closeToast(currentToast.get()?.id ?? 0);
    const { signal } = controller;
    if (image) setStage("reducing");
    try {
      const thumbnail_url = image && (await unlessAborted(prepareOnce(image), signal));
      await requireAsker();
      if (thumbnail_url) setStage(0);
      const onward = await send(thumbnail_url ? { ...fields, thumbnail_url } : fields, {
        key: storage.publicationKey(),
        signal,
        onUpload: thumbnail_url ? setStage : undefined,
      });
      storage.forget();
      // Do not navigate if the author has left the page meanwhile. This page stays until the next one is loaded.
      if (here.current) onward();
    } catch (error) {
      running.current = null;
      setStage(undefined);
      if (signal.aborted) toast({ title: formMessages.uploadCancelled, description: texts.cancelled });
      else await explain(error);
    }
  }

  /** Says it at the invalid field or above the button, and in a toast. */
  async function explain(error: unknown) {
    if (error instanceof PictureError) {
      form.setError("image", { message: error.message }, { shouldFocus: true });
      return fail(messages.error, error.message);
    }
    const refusal =
      error instanceof ApiError && error.status >= 400 && error.status < 500 ? error : undefined;
    if (refusal?.status === 401 || refusal?.code === "user_banned") {
      // The session's end is reported where it is detected; explain the consequence for this form after it.
      await checkSession();
      return refusal.code === "user_banned" ? undefined : askForLogin();
    }
    if (refusal && onRefused?.(refusal)) return;
    const message = refusal?.message ?? texts.failed;
    const errors = refusal?.errors ?? [];
    for (const [index, refused] of errors.entries()) {
      // The error may name an entry of a list, such as `tags.1`.
      const [name = ""] = refused.field.split(".");
      const field = name === "thumbnail_url" ? "image" : name;
      const shown = field in EMPTY_DRAFT ? (field as keyof PromptDraft) : "root";
      form.setError(shown, { message: refused.message }, { shouldFocus: index === 0 });
    }
    if (errors.length === 0) form.setError("root", { message });
    fail(messages.error, message);
  }

  /** Profanity and a missing picture also show a toast (specification, section 8). */
  async function refuse() {
    const words = await profaneWords(form.getValues());
    if (words.length > 0) fail(formMessages.profanityFound, `Revise estas palavras: ${words.join(", ")}`);
    else if (!current && !form.getValues("image"))
      fail(formMessages.imageNeeded, inputMessages.imageRequired);
  }

  function cancel() {
    setRestored(null);
    if (clear("cancel")) return;
    if (leave) leave.onLeave();
    else toast({ title: formMessages.formEmpty });
  }

  function bringBack(from: ClearedBy) {
    undo();
    if (from !== "image") toast({ title: formMessages.formBack, variant: "success" });
    // The pressed button disappears.
    if (from === "cancel") cancelButton.current?.focus({ preventScroll: true });
    else form.setFocus(from === "image" ? "image" : "title");
  }

  const noticeOf = (by: ClearedBy, className?: string) =>
    cleared?.by === by && (
      <ClearedNotice cleared={cleared} onUndo={() => bringBack(by)} leave={leave} className={className} />
    );

  return (
    <form
      method="post"
      noValidate
      onSubmit={form.handleSubmit(submit, refuse)}
      aria-busy={isSubmitting}
      className="grid gap-6"
    >
      {restored && (
        <DraftNotice
          savedAt={restored.savedAt}
          onDiscard={() => {
            // Fields are registered again after rendering.
            flushSync(() => {
              clear("draft");
              setRestored(null);
            });
            form.setFocus("title");
          }}
        />
      )}
      {noticeOf("draft")}
      <PromptFields
        form={form}
        current={current}
        isRemix={isRemix}
        sending={isSubmitting}
        onRemoveImage={removeImage}
        onChooseImage={replaceImage}
        notice={noticeOf("image", "mt-3")}
      />
      <div className="grid gap-6 border-t border-line pt-6">
        {noticeOf("cancel")}
        {stage !== undefined && (
          <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
            <div className="grow">
              <Progress {...progressOf(stage)} />
            </div>
            <Button
              variant="secondary"
              size="sm"
              disabled={!cancellable}
              onClick={() => running.current?.abort()}
            >
              Cancelar envio
            </Button>
          </div>
        )}
        {errors.root && <FormAlert>{errors.root.message}</FormAlert>}
        {/* Far from the other button, on phones as well, so that nobody cancels by mistake. */}
        <div className="flex flex-col gap-x-4 gap-y-8 sm:flex-row sm:items-center">
          {stage === undefined && (
            <div className="flex items-center gap-4">
              <Button ref={cancelButton} variant="secondary" disabled={isSubmitting} onClick={cancel}>
                Cancelar
              </Button>
              <p className="min-h-5 text-sm text-muted">{storage.state && storedTexts[storage.state]}</p>
            </div>
          )}
          <Button type="submit" size="lg" loading={isSubmitting} className="sm:ml-auto">
            {texts.submit}
          </Button>
        </div>
      </div>
    </form>
  );
}

function progressOf(stage: Stage) {
  if (stage === "reducing") return { label: "Reduzindo imagem…", part: undefined };
  return stage < 1 ? { label: "Enviando imagem…", part: stage } : { label: "Processando…", part: undefined };
}
