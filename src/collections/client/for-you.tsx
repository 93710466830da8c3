/** Where a member's home begins: what is new from whom and what they follow, and what they copied last on this device. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { useSession } from "#accounts/client/session.ts";
import type { News } from "#collections/contract.ts";
import { NEWS_PAGE } from "#collections/paths.ts";
import { Picture } from "#media/client/picture.tsx";
import { keep } from "#platform/client/browser-storage.ts";
import { promptOptions } from "#prompts/client/prompts.queries.ts";
import { lastCopied } from "#results/client/copied-prompts.ts";
import { TextLink } from "#ui/button-link.tsx";
import { RelativeTime } from "#ui/relative-time.tsx";
import { newsOptions } from "./follows.queries.ts";

const MOST_NEWS = 3;
const MOST_COPIED = 3;
/** Read by public/theme.js, which keeps the place until this is here. */
const HEIGHT_KEY = "prompteca-para-voce";

export function ForYou() {
  const { user } = useSession();
  return user && <Parts key={user.id} userId={user.id} />;
}

function Parts({ userId }: { userId: string }) {
  const news = useQuery(newsOptions(userId, null));
  const [ids] = useState(() => lastCopied(MOST_COPIED));
  const client = useQueryClient();
  const copied = useQuery({
    queryKey: ["copied", ids],
    queryFn: async () => {
      const answers = ids.map((id) => client.fetchQuery(promptOptions(String(id))).catch(() => null));
      return (await Promise.all(answers)).flatMap((one) => (one && one !== "removed" ? one : []));
    },
  });
  const place = useRef<HTMLDivElement>(null);
  const isComplete = !news.isPending && !copied.isPending;
  useEffect(() => {
    const height = place.current?.offsetHeight ?? 0;
    if (!isComplete) return;
    document.documentElement.style.setProperty("--for-you", `${height}px`);
    keep(HEIGHT_KEY, `${innerWidth} ${height}`);
  }, [isComplete]);
  if (!isComplete) return null;
  const latest = news.data?.data.slice(0, MOST_NEWS) ?? [];
  const prompts = copied.data ?? [];
  return (
    <div ref={place} className="measure grid gap-8 pt-6 pb-4 empty:py-0 sm:pt-10 lg:grid-flow-col lg:gap-12">
      {latest.length > 0 && (
        <Part title="Do que você segue" onward={<TextLink href={NEWS_PAGE}>Ver novidades</TextLink>}>
          {latest.map((item) => (
            <Row key={`${item.prompt.id} ${item.collection?.id}`} prompt={item.prompt}>
              <span>
                {item.collection ? "Em " : item.tag ? "Com a tag " : "De "}
                <bdi>{item.collection?.title ?? item.tag?.name ?? item.prompt.user.username}</bdi> ·{" "}
                <RelativeTime date={item.at} />
              </span>
            </Row>
          ))}
        </Part>
      )}
      {prompts.length > 0 && (
        <Part title="Você copiou há pouco">
          {prompts.map((prompt) => (
            <Row key={prompt.id} prompt={prompt}>
              {prompt.llm_type.name}
            </Row>
          ))}
        </Part>
      )}
    </div>
  );
}

function Part({ title, onward, children }: { title: string; onward?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-5">
        <h2 className="text-xl">{title}</h2>
        <p className="text-sm font-semibold">{onward}</p>
      </div>
      <ul className="mt-3 grid gap-3">{children}</ul>
    </section>
  );
}

type Named = Pick<News["data"][number]["prompt"], "id" | "title" | "image">;

function Row({ prompt: { id, title, image }, children }: { prompt: Named; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[4.5rem_1fr] items-center gap-x-4">
      <div className="relative aspect-4/3 overflow-clip rounded-tile rounded-tr-corner-sm border border-line bg-sunken">
        <Picture image={image} alt="" seed={id} sizes="4.5rem" fit="cover" />
      </div>
      <div className="min-w-0">
        <Link
          href={`/prompts/${id}`}
          className="line-clamp-1 min-h-6 font-semibold underline decoration-transparent decoration-2 underline-offset-4 transition-colors wrap-anywhere hover:decoration-accent"
        >
          {title}
        </Link>
        <p className="line-clamp-1 text-sm text-muted wrap-anywhere">{children}</p>
      </div>
    </li>
  );
}
