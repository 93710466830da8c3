/** The like and favourite buttons of cards and of a prompt's page. */
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import Bookmark from "lucide-react/icons/bookmark";
import Heart from "lucide-react/icons/heart";
import { useRef, useState } from "react";
import { openAuthDialog } from "#accounts/client/auth-dialog-state.ts";
import { forgetInterrupted, type Interrupted, rememberInterrupted } from "#accounts/client/interrupted.ts";
import { useSession } from "#accounts/client/session.ts";
import { ApiError } from "#platform/client/api.ts";
import { messages, promises } from "#reactions/messages.ts";
import { CountButton } from "#ui/count-button.tsx";
import { formatCount } from "#ui/numbers.ts";
import { type ToastAction, type ToastOptions, toast } from "#ui/toast.ts";
import { Tooltip } from "#ui/tooltip.tsx";
import type { ReactablePrompt } from "./reactions.queries.ts";

/**
 * Carries a press out, and shows it wherever the prompt is shown.
 * @returns how it ended; undefined when there is nothing (more) to say
 * @throws what it failed with
 */
type SaveReaction = (
  client: QueryClient,
  prompt: ReactablePrompt,
  wanted: boolean,
) => Promise<boolean | undefined>;

interface Props {
  prompt: ReactablePrompt;
  save: SaveReaction;
  /** Cards show toasts; a prompt's page opens the login. */
  place: "card" | "page";
  className?: string;
}

/** Where favourites are. */
const FAVORITES = "/profile?tab=favoritos";

const REFUSALS = new Set(["over_request_rate_limit", "over_capacity"]);

const logIn: ToastAction = { label: messages.logIn, onPress: () => openAuthDialog("login") };

/**
 * Handles a press: asks for a login, or sets the reaction and reports the result. Presses count while a call
 * runs, which `running` shows.
 */
function useReaction(
  { prompt, place, save }: Props,
  pressed: boolean,
  reaction: {
    login: string;
    /** The task that the login interrupts. */
    interrupted: Pick<Interrupted, "purpose" | "promise"> & { task: string };
    success: (state: boolean) => ToastOptions | undefined;
    /** The prompt as it is shown after a press. */
    after: (state: boolean) => ReactablePrompt;
  },
) {
  const client = useQueryClient();
  const { status } = useSession();
  const [running, setRunning] = useState(0);
  const [acted, setActed] = useState(false);
  /** State wanted by the last press: one call may answer several. */
  const last = useRef(false);

  const fail = (title: string, description: string, action?: ToastAction) =>
    toast({ title, description, variant: "destructive", action });

  function press() {
    if (status !== "anonymous") {
      // The press replaces an action that a login interrupted before.
      forgetInterrupted();
      void set(prompt, !pressed);
      return;
    }
    remember();
    if (place === "page") openAuthDialog("login");
    else fail(messages.loginNeeded, reaction.login, logIn);
  }

  async function set(shown: ReactablePrompt, wanted: boolean): Promise<void> {
    last.current = wanted;
    setRunning((count) => count + 1);
    try {
      const state = await save(client, shown, wanted);
      if (state === undefined) return;
      setActed(true);
      const success = reaction.success(state);
      // A withdrawn reaction can be put back, also where its card has gone.
      const undo = () => void set(reaction.after(state), true);
      const action = state ? success?.action : { label: messages.undo, onPress: undo };
      if (success) toast({ ...success, variant: "success", action });
    } catch (error) {
      explain(error);
    } finally {
      setRunning((count) => count - 1);
    }
  }

  /** Only a reaction that is to be set: a login never takes one back. */
  function remember() {
    const { task, ...texts } = reaction.interrupted;
    rememberInterrupted({ ...texts, path: `/prompts/${prompt.id}`, task: { name: task, id: prompt.id } });
  }

  function explain(error: unknown) {
    if (error instanceof ApiError && error.status === 401) {
      if (last.current) remember();
      fail(messages.loginNeeded, reaction.login, place === "card" ? logIn : undefined);
      if (place === "page") openAuthDialog("login");
    } else if (!(error instanceof ApiError && error.code === "user_banned")) {
      // After a rate limit or overload, the answer says when to try again.
      const isRefused = error instanceof ApiError && REFUSALS.has(error.code);
      fail(messages.failed, isRefused ? error.message : messages.failedText);
    }
  }

  return { acted, button: { pressed, loading: running > 0, onPress: press } };
}

/** The heart with its count; on a prompt's page the count has a unit. */
export function LikeButton(props: Props) {
  const { prompt, place, className } = props;
  const onPage = place === "page";
  const { acted, button } = useReaction(props, prompt.is_liked, {
    login: messages.loginToLike,
    interrupted: { task: "like", purpose: messages.toLike, promise: promises.like(prompt.title) },
    after: (liked) => ({
      ...prompt,
      is_liked: liked,
      likes_count: prompt.likes_count + Number(liked) - Number(prompt.is_liked),
    }),
    success: (liked) =>
      onPage
        ? undefined
        : { title: messages.success, description: liked ? messages.liked : messages.unliked },
  });
  const unit = prompt.likes_count === 1 ? "Curtida" : "Curtidas";
  return (
    <>
      <CountButton
        {...button}
        label="Curtir"
        tone="like"
        count={prompt.likes_count}
        {...(onPage && { unit })}
        icon={<Heart aria-hidden="true" />}
        className={className}
      />
      {/* Success shows no toast: screen readers announce the count. */}
      {onPage && (
        <span role="status" className="sr-only">
          {acted && `${formatCount(prompt.likes_count)} ${unit}`}
        </span>
      )}
    </>
  );
}

export function FavoriteButton(props: Props) {
  const { prompt, place, className } = props;
  const { button } = useReaction(props, prompt.is_favorited, {
    login: messages.loginToFavorite,
    interrupted: {
      task: "favorite",
      purpose: messages.toFavorite,
      promise: promises.favorite(prompt.title),
    },
    after: (favorited) => ({ ...prompt, is_favorited: favorited }),
    success: (favorited) => ({
      ...(place === "card"
        ? { title: messages.success, description: favorited ? messages.favorited : messages.unfavorited }
        : { title: favorited ? messages.favoritedHere : messages.unfavoritedHere }),
      action: { label: messages.seeFavorites, href: FAVORITES },
    }),
  });
  return (
    <Tooltip text={prompt.is_favorited ? "Remover dos favoritos" : "Adicionar aos favoritos"}>
      <CountButton
        {...button}
        label="Favoritar"
        {...(place === "page" && { unit: "Favoritar" })}
        tone="primary"
        icon={<Bookmark aria-hidden="true" />}
        className={className}
      />
    </Tooltip>
  );
}
