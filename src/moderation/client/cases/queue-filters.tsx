/** What narrows the queue: category, deadline, and one person's things. Each choice says how many cases wait there. */
import { useLocation } from "wouter";
import {
  type CaseFilter,
  type CaseList,
  DUE,
  type Due,
  UNREPORTED,
  waitingIn,
} from "#moderation/cases-contract.ts";
import { CATEGORIES, CATEGORY_KEYS } from "#moderation/contract.ts";
import { TextLink } from "#ui/button-link.tsx";
import { formatCount } from "#ui/numbers.ts";
import { Select } from "#ui/select.tsx";
import { type QueuePlace, queuePath } from "./queue-address.ts";

const ALL = "all";
const DUE_KEYS = Object.keys(DUE) as Due[];

interface Props {
  place: QueuePlace;
  /** Undefined until it is loaded. */
  list: CaseList | undefined;
}

export function QueueFilters({ place, list }: Props) {
  const [, navigate] = useLocation();
  const { state, category, due, author } = place;
  const isOpen = state === "open";
  const go = (change: CaseFilter) => navigate(queuePath({ ...place, ...change, page: 1 }));
  const labelled = (label: string, filter: CaseFilter) =>
    isOpen && list ? `${label} (${formatCount(waitingIn(list.waiting, filter))})` : label;
  const username = list?.cases[0]?.target.author.username;
  return (
    <div className="mt-4 grid gap-3">
      <div className="grid grid-cols-2 gap-3 max-[20rem]:grid-cols-1 lg:max-w-2xl">
        <Select
          label="Categoria"
          value={category ?? ALL}
          onChange={({ currentTarget: { value } }) =>
            go({ category: value === ALL ? undefined : (value as CaseFilter["category"]) })
          }
          options={[
            { value: ALL, label: labelled("Todas", { due }) },
            ...CATEGORY_KEYS.map((key) => ({
              value: key,
              label: labelled(CATEGORIES[key].label, { category: key, due }),
            })),
            { value: UNREPORTED, label: labelled("Sem denúncia", { category: UNREPORTED, due }) },
          ]}
        />
        {isOpen && (
          <Select
            label="Prazo"
            value={due ?? ALL}
            onChange={({ currentTarget: { value } }) =>
              go({ due: value === ALL ? undefined : (value as Due) })
            }
            options={[
              { value: ALL, label: labelled("Todos", { category }) },
              ...DUE_KEYS.map((key) => ({ value: key, label: labelled(DUE[key], { category, due: key }) })),
            ]}
          />
        )}
      </div>
      {author && (
        <p className="wrap-anywhere">
          Só o que é de <strong>{username ?? "uma pessoa"}</strong>.{" "}
          <TextLink
            href={queuePath({ ...place, author: undefined, page: 1 })}
            className="inline-flex min-h-8 items-center"
          >
            Ver de todas as pessoas
          </TextLink>
        </p>
      )}
    </div>
  );
}
