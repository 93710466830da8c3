/** The profile's owner, and the form to change the username. */
import Pencil from "lucide-react/icons/pencil";
import { type ReactNode, useState } from "react";
import type { SessionUser } from "#accounts/client/session.ts";
import { UsernameForm } from "#accounts/client/username-form.tsx";
import { Avatar } from "#ui/avatar.tsx";
import { Button } from "#ui/button.tsx";
import { formatDate } from "#ui/dates.ts";
import { Dialog } from "#ui/dialog.tsx";
import { submittedCount } from "./submitted-count.ts";

interface Props {
  user: SessionUser;
  /** Number of published prompts; undefined while loading or after a failure. */
  submitted: number | undefined;
  /** Links beside the button. */
  links: ReactNode;
}

export function ProfileHeader({ user, submitted, links }: Props) {
  const [editing, setEditing] = useState(false);
  const { username, email, createdAt } = user;
  return (
    <header className="flex flex-wrap gap-x-3 gap-y-5 max-sm:[&>:first-child]:size-12 max-sm:[&>:first-child]:text-base sm:flex-nowrap sm:items-start sm:gap-6">
      <Avatar name={username} size="lg" />
      <div className="min-w-0 flex-1 basis-48">
        <h1 className="text-3xl wrap-anywhere">{username}</h1>
        <p className="mt-1.5 text-lg text-muted wrap-anywhere">{email}</p>
        <ul className="mt-3 flex min-h-6 flex-wrap gap-x-6 gap-y-1 text-sm text-muted">
          <li>
            Membro desde{" "}
            <time dateTime={createdAt} className="whitespace-nowrap">
              {formatDate(createdAt)}
            </time>
          </li>
          {/* Reserves the space until the number is known. */}
          <li className={submitted === undefined ? "invisible" : undefined}>
            {submittedCount(submitted ?? 0)}
          </li>
        </ul>
      </div>
      <div className="flex flex-wrap gap-3 self-start sm:justify-end">
        {links}
        <Button variant="secondary" onClick={() => setEditing(true)}>
          <Pencil aria-hidden="true" className="size-4" /> Editar perfil
        </Button>
      </div>
      <Dialog open={editing} onOpenChange={setEditing} title="Editar perfil">
        <UsernameForm username={username} onDone={() => setEditing(false)} />
      </Dialog>
    </header>
  );
}
