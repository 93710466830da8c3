/** Follows an author or a collection; who is not logged in does that first. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import Bell from "lucide-react/icons/bell";
import BellOff from "lucide-react/icons/bell-off";
import { useState } from "react";
import { openAuthDialog } from "#accounts/client/auth-dialog-state.ts";
import { rememberInterrupted } from "#accounts/client/interrupted.ts";
import { useSession } from "#accounts/client/session.ts";
import { messages } from "#collections/messages.ts";
import { ApiError } from "#platform/client/api.ts";
import { Button } from "#ui/button.tsx";
import { toast } from "#ui/toast.ts";
import { type Followed, followsOptions, setFollowed } from "./follows.queries.ts";

interface Props {
  of: Followed;
  id: string | number;
  /** Of the author, or the collection. */
  name: string;
  size?: "sm" | "md";
}

/** Nothing on one's own page. */
export function FollowButton({ of, id, name, size = "md" }: Props) {
  const client = useQueryClient();
  const { status, user } = useSession();
  const { data } = useQuery(followsOptions(user?.id ?? ""));
  const [running, setRunning] = useState(false);
  if (of === "users" && user?.id === id) return null;
  const followed = data?.[of].some((one) => one.id === id) ?? false;

  async function press() {
    if (status === "anonymous") {
      rememberInterrupted({ path: location.pathname, purpose: `seguir ${name}` });
      openAuthDialog("login");
      return;
    }
    if (running) return;
    setRunning(true);
    try {
      await setFollowed(client, of, id, !followed);
      toast(
        followed
          ? { title: "Você não segue mais", description: name, variant: "success" }
          : {
              title: "Seguindo",
              description: `O que houver de novo aparece em Novidades, no seu perfil.`,
              variant: "success",
              action: { label: "Ver novidades", href: "/profile?tab=novidades" },
            },
      );
    } catch (error) {
      const description = error instanceof ApiError ? error.message : messages.failedText;
      toast({ title: messages.failed, description, variant: "destructive" });
    } finally {
      setRunning(false);
    }
  }

  const Icon = followed ? BellOff : Bell;
  return (
    <Button
      variant="secondary"
      size={size}
      loading={running}
      onClick={() => void press()}
      className="noscript:hidden"
    >
      <Icon aria-hidden="true" className="size-4" /> {followed ? "Deixar de seguir" : "Seguir"}
    </Button>
  );
}
