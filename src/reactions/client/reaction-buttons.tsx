/** The like and favourite buttons of cards and of a prompt's page. */
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import Bookmark from "lucide-react/icons/bookmark";
import Heart from "lucide-react/icons/heart";
import { useState } from "react";
import { openAuthDialog } from "#accounts/client/auth-dialog-state.ts";
import { useSession } from "#accounts/client/session.ts";
import { ApiError } from "#platform/client/api.ts";
import { messages } from "#reactions/messages.ts";
import { CountButton } from "#ui/count-button.tsx";
import { formatCount } from "#ui/numbers.ts";
import { type ToastOptions, toast } from "#ui/toast.ts";
import { Tooltip } from "#ui/tooltip.tsx";
import type { ReactablePrompt } from "./reactions.queries.ts";

/**
 * Carries a press out, and shows it wherever the prompt is shown.
 * @returns how it ended; undefined when there is nothing (more) to say
 * @throws what it failed with
 */
type Act = (client: QueryClient, prompt: ReactablePrompt, wanted: boolean) => Promise<boolean | undefined>;

interface Props {
  prompt: ReactablePrompt;
  act: Act;
  /** Cards show toasts; a prompt's page opens the login. */
  place: "card" | "page";
  className?: string;
}

const REFUSALS = new Set(["over_request_rate_limit", "over_capacity"]);

/**
 * Handles a press: asks for a login, or sets the reaction and reports the result. Presses count while a call
 * runs, which `running` shows.
 */
function useReaction(
  { prompt, place, act }: Props,
  pressed: boolean,
  texts: { login: string; success: (state: boolean) => ToastOptions | undefined },
) {
  const client = useQueryClient();
  const { status } = useSession();
  const [running, setRunning] = useState(0);
  const [acted, setActed] = useState(false);

  const fail = (title: string, description: string) => toast({ title, description, variant: "destructive" });

  async function press() {
    if (status === "anonymous") {
      if (place === "page") openAuthDialog("login");
      else fail(messages.loginNeeded, texts.login);
      return;
    }
    setRunning((count) => count + 1);
    try {
      const state = await act(client, prompt, !pressed);
      if (state === undefined) return;
      setActed(true);
      const success = texts.success(state);
      if (success) toast({ ...success, variant: "success" });
    } catch (error) {
      explain(error);
    } finally {
      setRunning((count) => count - 1);
    }
  }

  function explain(error: unknown) {
    if (error instanceof ApiError && error.status === 401) {
      fail(messages.loginNeeded, texts.login);
      if (place === "page") openAuthDialog("login");
    } else if (!(error instanceof ApiError && error.code === "user_banned")) {
      // A rate limit or overload tells when to try again.
      const isRefused = error instanceof ApiError && REFUSALS.has(error.code);
      fail(messages.failed, isRefused ? error.message : messages.failedText);
    }
  }

  return { acted, button: { pressed, loading: running > 0, onPress: () => void press() } };
}

/** The heart with its count; on a prompt's page the count has a unit. */
export function LikeButton(props: Props) {
  const { prompt, place, className } = props;
  const onPage = place === "page";
  const { acted, button } = useReaction(props, prompt.is_liked, {
    login: messages.loginToLike,
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
    success: (favorited) =>
      place === "card"
        ? { title: messages.success, description: favorited ? messages.favorited : messages.unfavorited }
        : { title: favorited ? messages.favoritedHere : messages.unfavoritedHere },
  });
  return (
    <Tooltip text={prompt.is_favorited ? "Remover dos favoritos" : "Adicionar aos favoritos"}>
      <CountButton
        {...button}
        label="Favoritar"
        tone="primary"
        icon={<Bookmark aria-hidden="true" />}
        className={className}
      />
    </Tooltip>
  );
}
