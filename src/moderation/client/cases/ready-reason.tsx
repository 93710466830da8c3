/** Puts a text that the site keeps into the field of the reason, where it is edited before it is sent. */
import { useQuery } from "@tanstack/react-query";
import type { Category } from "#moderation/contract.ts";
import { Select } from "#ui/select.tsx";
import { reasonTextsOptions } from "./cases.queries.ts";

interface Props {
  /** The case's; texts of other categories are not offered. */
  category: Category | null;
  /** The field as it is. */
  reason: string;
  put: (reason: string) => void;
}

export function ReadyReason({ category, reason, put }: Props) {
  const { data } = useQuery(reasonTextsOptions);
  const texts = data?.texts.filter((one) => one.category === category || one.category === null) ?? [];
  if (texts.length === 0) return null;
  const choose = (id: string) => {
    const text = texts.find((one) => String(one.id) === id)?.text;
    if (!text) return;
    const written = reason.trim();
    // What somebody has typed stays.
    const isReady = written === "" || texts.some((one) => one.text === written);
    put(isReady ? text : `${written}\n\n${text}`);
  };
  return (
    <Select
      label="Texto pronto"
      placeholder="Escolha um texto"
      defaultValue=""
      onChange={({ currentTarget }) => choose(currentTarget.value)}
      // Those of the category first.
      options={texts
        .toSorted((one, other) => Number(one.category === null) - Number(other.category === null))
        .map(({ id, title }) => ({ value: String(id), label: title }))}
    />
  );
}
