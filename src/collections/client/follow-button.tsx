/** Follows an author, a collection or a tag; who is not logged in does that first, and follows with it. */

import { useQuery, useQueryClient } from "@tanstack/react-query";
import Bell from "lucide-react/icons/bell";
import BellOff from "lucide-react/icons/bell-off";
import { useEffect, useState } from "react";
import { openAuthDialog } from "#accounts/client/auth-dialog-state.ts";
import { forgetInterrupted, rememberInterrupted, useInterrupted } from "#accounts/client/interrupted.ts";
import { useSession } from "#accounts/client/session.ts";
import { followPromise, messages } from "#collections/messages.ts";
import { NEWS_PAGE } from "#collections/paths.ts";
import { isolated } from "#language/isolated.ts";
import { ApiError } from "#platform/client/api.ts";
import { Button } from "#ui/button.tsx";
import { type ToastAction, toast } from "#ui/toast.ts";
import { type Followed, followsOptions, setFollowed } from "./follows.queries.ts";
import { setNewsMail } from "./news-mail.queries.ts";

interface Props {
  of: Followed;
  /** A tag's is its slug. */
  id: string | number;
  /** Name of the author or the tag, or title of the collection. */
  name: string;
  size?: "sm" | "md";
}

const fail = (error: unknown) =>
  toast({
    title: messages.failed,
    description: error instanceof ApiError ? error.message : messages.failedText,
    variant: "destructive",
  });

/** Nothing on one's own page. */
export function FollowButton({ of, id, name, size = "md" }: Props) {
  const client = useQueryClient();
  const { status, user } = useSession();
  const { data } = useQuery(followsOptions(user?.id ?? ""));
  const [running, setRunning] = useState(false);
  const task = { name: `follow ${of}`, id };
  const interrupted = useInterrupted()?.task;
  const resumes = user && data && interrupted?.name === task.name && interrupted.id === id;
  const isOwn = of === "users" && user?.id === id;
  const followed = data?.[of].some((one) => ("slug" in one ? one.slug : one.id) === id) ?? false;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each login
  useEffect(() => {
    if (!resumes) return;
    forgetInterrupted();
    if (!isOwn && !followed) void set(true);
  }, [resumes]);

  function remember() {
    rememberInterrupted({
      path: location.pathname,
      purpose: `seguir ${isolated(name)}`,
      promise: followPromise(name),
      task,
    });
    openAuthDialog("login");
  }

  async function set(wanted: boolean) {
    // The press replaces an action that a login interrupted before.
    forgetInterrupted();
    if (running) return;
    setRunning(true);
    try {
      await setFollowed(client, of, id, wanted);
      toast(
        wanted
          ? { title: "Seguindo", description: messages.following, variant: "success", action: next() }
          : { title: "Você não segue mais", description: name, variant: "success" },
      );
    } catch (error) {
      if (error instanceof ApiError && error.status === 401 && wanted) remember();
      else fail(error);
    } finally {
      setRunning(false);
    }
  }

  /** Who follows for the first time has nothing to see yet, and is asked once. */
  function next(): ToastAction {
    const isFirst = data && Object.values(data).every((all) => all.length === 0);
    if (!isFirst || !user) return { label: "Ver novidades", href: NEWS_PAGE };
    const ask = () =>
      setNewsMail(client, user.id, true).then(
        () =>
          toast({
            title: "Novidades por e-mail ativadas",
            description: messages.mailAskedFor,
            variant: "success",
          }),
        fail,
      );
    return { label: "Receber por e-mail", onPress: () => void ask() };
  }

  if (isOwn) return null;
  const Icon = followed ? BellOff : Bell;
  return (
    <Button
      variant="secondary"
      size={size}
      loading={running}
      onClick={() => (status === "anonymous" ? remember() : void set(!followed))}
      className="noscript:hidden"
    >
      <Icon aria-hidden="true" className="size-4" /> {followed ? "Deixar de seguir" : "Seguir"}
    </Button>
  );
}
