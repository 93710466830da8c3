/** Starts or ends the weekly mail with news. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messages } from "#collections/messages.ts";
import { ApiError } from "#platform/client/api.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { newsMailOptions, setNewsMail } from "./news-mail.queries.ts";

/** @param email where it goes */
export function NewsMailSetting({ userId, email }: { userId: string; email: string }) {
  const client = useQueryClient();
  const { data } = useQuery(newsMailOptions(userId));
  const [failed, setFailed] = useState<string>();
  const [said, setSaid] = useState("");
  if (!data) return null;

  async function set(weekly: boolean) {
    setFailed(undefined);
    setSaid("");
    try {
      await setNewsMail(client, userId, weekly);
      setSaid(weekly ? messages.mailAskedFor : messages.mailEnded);
    } catch (error) {
      setFailed(error instanceof ApiError ? error.message : messages.failedText);
    }
  }

  return (
    <div className="mb-6 rounded-tile rounded-tr-corner border border-line bg-card px-4 py-3 sm:px-5">
      <Checkbox
        checked={data.weekly}
        onChange={(event) => void set(event.target.checked)}
        label={
          <span className="block">
            <span className="block font-semibold">Receber as novidades por e-mail</span>
            <span className="mt-0.5 block text-muted wrap-anywhere">
              No máximo um por semana, para {email}, e nenhum quando não há nada novo. Cada um traz um link
              para cancelar.
            </span>
          </span>
        }
        error={failed}
      />
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}
