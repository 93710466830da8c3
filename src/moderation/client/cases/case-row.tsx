/** A case in the queue: its target, what was said against it, its waiting reports and appeals, its deadline. */
import EyeOff from "lucide-react/icons/eye-off";
import Folder from "lucide-react/icons/folder";
import MessageSquare from "lucide-react/icons/message-square";
import ScrollText from "lucide-react/icons/scroll-text";
import User from "lucide-react/icons/user";
import type { CaseItem } from "#moderation/cases-contract.ts";
import { capitalized, nameOf, TARGETS } from "#moderation/messages.ts";
import { TextLink } from "#ui/button-link.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { countOf } from "#ui/numbers.ts";
import { CaseCategory, CaseDeadline } from "./case-deadline.tsx";
import { isInReview } from "./case-texts.ts";
import { casePath, type QueuePlace, queuePath, rowId } from "./queue-address.ts";
import { useCasePicture } from "./use-case-picture.ts";

interface Props {
  found: CaseItem;
  place: QueuePlace;
  /** Whether it is among those that are decided together. */
  chosen: boolean;
  choose: (chosen: boolean) => void;
}

export function CaseRow({ found, place, chosen, choose }: Props) {
  const { id, target, deadline, state, reports, appeals, said } = found;
  const { type, label, author } = target;
  const facts = [
    isInReview(found) && "conta nova",
    reports > 0 && countOf(reports, "denúncia", "denúncias"),
    appeals > 0 && countOf(appeals, "contestação sem resposta", "contestações sem resposta"),
  ].filter(Boolean);
  return (
    <li
      id={rowId(id)}
      className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-4 gap-y-2 border-b border-line py-4 sm:grid-cols-[6rem_minmax(0,1fr)_auto]"
    >
      <RowPicture {...found} />
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <TextLink
            data-case
            href={casePath(id, place)}
            className="inline-block scroll-mb-24 py-1 text-lg leading-snug font-semibold"
          >
            {type === "user"
              ? `Conta de ${label}`
              : type === "result"
                ? capitalized(nameOf(type, label))
                : label}
          </TextLink>
        </p>
        {said && (
          <p className="line-clamp-2 wrap-anywhere">
            “<bdi>{said}</bdi>”
          </p>
        )}
        <p className="mt-0.5 text-sm text-muted wrap-anywhere">
          {type === "user" ? "Tudo de " : `${capitalized(TARGETS[type].noun)} de `}
          <TextLink
            href={queuePath({ ...place, author: author.id, page: 1 })}
            title={`Só os casos de ${author.username}`}
          >
            {author.username}
          </TextLink>
          {facts.map((fact) => ` · ${fact}`)}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 max-sm:col-start-2 sm:flex-col sm:items-end">
        <CaseCategory {...found} />
        <CaseDeadline deadline={deadline} state={state} />
        {state === "open" && type !== "user" && (
          <Checkbox
            label={
              <>
                Escolher<span className="sr-only"> {label}</span>
              </>
            }
            checked={chosen}
            onChange={({ currentTarget }) => choose(currentTarget.checked)}
          />
        )}
      </div>
    </li>
  );
}

const ICONS = { prompt: ScrollText, user: User, result: MessageSquare, collection: Folder } as const;

/** The picture that was reported, or a sign of what it is about; without a name of its own beside the title. */
export function RowPicture({ picture, target: { type } }: CaseItem) {
  const { url } = useCasePicture(picture);
  const Icon = type === "prompt" && !picture ? EyeOff : ICONS[type];
  return (
    <div
      aria-hidden="true"
      className="grid aspect-[4/3] w-full place-items-center self-start overflow-hidden rounded-tile rounded-tr-corner-sm bg-sunken text-muted"
    >
      {url ? <img src={url} alt="" className="size-full object-cover" /> : <Icon className="size-6" />}
    </div>
  );
}
