/** The form for a new or published prompt. Input survives every failure. Loaded lazily. */
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useForm } from "react-hook-form";
import { openAuthDialog } from "#accounts/client/auth-dialog-state.ts";
import { checkSession, useSession } from "#accounts/client/session.ts";
import { preparePicture } from "#media/client/prepare-picture.ts";
import type { ImageView } from "#media/contract.ts";
import { ApiError } from "#platform/client/api.ts";
import type { Upload } from "#prompts/client/prompts.queries.ts";
import { messages } from "#prompts/messages.ts";
import { Button } from "#ui/button.tsx";
import { FormAlert } from "#ui/form-alert.tsx";
import { formBehavior } from "#ui/form-behavior.ts";
import { Progress } from "#ui/progress.tsx";
import { toast } from "#ui/toast.ts";
import { DraftNotice } from "./draft-notice.tsx";
import type { StoredDraft, StoredParts } from "./draft-store.ts";
import {
  type CheckedDraft,
  createDraftResolver,
  EMPTY_DRAFT,
  type PromptDraft,
  profaneWords,
} from "./prompt-draft.ts";
import { PromptFields } from "./prompt-fields.tsx";
import { useDraftStorage } from "./use-draft-storage.ts";

const resolvers = {
  needed: createDraftResolver(),
  present: createDraftResolver(preparePicture, false),
};

const storedTexts: Record<StoredParts, string> = {
  whole: "Rascunho guardado neste aparelho",
  text: "Rascunho guardado sem a imagem, que não coube",
  nothing: "",
};

interface Props {
  /** Initial values. */
  initial: PromptDraft;
  /** The restored draft, and its storage key. */
  stored: StoredDraft | null;
  draftName: string;
  /** The current picture, kept unless another is chosen. */
  current?: ImageView | undefined;
  texts: { submit: string; failed: string; cancelled: string; login: string };
  /**
   * Submits the values; the form reports its errors unless `onRefused` handles them.
   * @returns the next step, run only if the author is still on the page
   */
  send: (prompt: CheckedDraft, upload: Upload) => Promise<() => void>;
  /** @returns whether the error was handled */
  onRefused?: (refusal: ApiError) => boolean;
  /** Called after the form was reset. */
  onCancel?: () => void;
}

const fail = (title: string, description: string) => toast({ title, description, variant: "destructive" });

export function PromptForm({ initial, stored, draftName, current, texts, send, onRefused, onCancel }: Props) {
  const { status } = useSession();
  const form = useForm<PromptDraft, unknown, CheckedDraft>({
    defaultValues: stored?.values ?? initial,
    resolver: current ? resolvers.present : resolvers.needed,
    ...formBehavior,
  });
  const storage = useDraftStorage(form, draftName, initial, stored);
  const [restored, setRestored] = useState(stored);
  const [uploaded, setUploaded] = useState<number>();
  const running = useRef<AbortController>(null);
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  const { isSubmitting, errors } = form.formState;
  const uploading = uploaded !== undefined && uploaded < 1;

  function askForLogin() {
    fail(messages.error, texts.login);
    openAuthDialog("login");
  }

  async function submit(prompt: CheckedDraft) {
    if (running.current) return;
    if (status !== "signed-in") return askForLogin();
    const controller = new AbortController();
    running.current = controller;
    if (prompt.thumbnail_url) setUploaded(0);
    try {
      const onward = await send(prompt, {
        key: storage.publicationKey(),
        signal: controller.signal,
        onUpload: prompt.thumbnail_url ? setUploaded : undefined,
      });
      storage.forget();
      // Do not navigate if the author has left the page meanwhile. This page stays until the next one is loaded.
      if (here.current) onward();
    } catch (error) {
      running.current = null;
      setUploaded(undefined);
      if (controller.signal.aborted) toast({ title: messages.uploadCancelled, description: texts.cancelled });
      else await explain(error);
    }
  }

  /** Says it at the invalid field or above the button, and in a toast. */
  async function explain(error: unknown) {
    const refusal =
      error instanceof ApiError && error.status >= 400 && error.status < 500 ? error : undefined;
    if (refusal?.status === 401 || refusal?.code === "user_banned") {
      // The session's end is reported where it is detected; explain the consequence for this form after it.
      await checkSession().catch(() => undefined);
      return refusal.code === "user_banned" ? undefined : askForLogin();
    }
    if (refusal && onRefused?.(refusal)) return;
    const message = refusal?.message ?? texts.failed;
    const field = refusal?.field === "thumbnail_url" ? "image" : refusal?.field;
    if (field && field in EMPTY_DRAFT) {
      form.setError(field as keyof PromptDraft, { message }, { shouldFocus: true });
    } else {
      form.setError("root", { message });
    }
    fail(messages.error, message);
  }

  /** Profanity and a missing picture also show a toast (specification, section 8). */
  async function refuse() {
    const words = await profaneWords(form.getValues());
    if (words.length > 0) fail(messages.profanityFound, `Revise estas palavras: ${words.join(", ")}`);
    else if (!current && !form.getValues("image")) fail(messages.imageNeeded, messages.imageRequired);
  }

  function empty() {
    form.reset(initial);
    storage.forget();
    setRestored(null);
  }

  const cancel = uploading
    ? { label: "Cancelar envio", onClick: () => running.current?.abort() }
    : {
        label: "Cancelar",
        onClick: () => {
          empty();
          onCancel?.();
        },
      };

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
            flushSync(empty);
            form.setFocus("title");
          }}
        />
      )}
      <PromptFields form={form} current={current} />
      <div className="border-t border-line pt-6">
        {uploaded !== undefined && (
          <div className="mb-6">
            <Progress
              label={uploading ? "Enviando imagem…" : "Processando…"}
              part={uploading ? uploaded : undefined}
            />
          </div>
        )}
        {errors.root && (
          <div className="mb-6">
            <FormAlert>{errors.root.message}</FormAlert>
          </div>
        )}
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:items-center sm:justify-end">
          <p className="min-h-5 text-sm text-muted max-sm:text-center sm:mr-auto">
            {storage.state && storedTexts[storage.state]}
          </p>
          <Button
            variant="secondary"
            size="lg"
            disabled={isSubmitting && !uploading}
            onClick={cancel.onClick}
          >
            {cancel.label}
          </Button>
          <Button type="submit" size="lg" loading={isSubmitting}>
            {texts.submit}
          </Button>
        </div>
      </div>
    </form>
  );
}
