/** Commands that list prompts: search, and one's own favourites. */
import { wholeNumber } from "../options.ts";
import { orderNamed, printList, toolId } from "../prompts.ts";
import type { Session } from "../session.ts";

const MOST_PAGES = 1_000_000;
const MOST_PER_PAGE = 100;

function paging({ options, texts }: Session) {
  const page = wholeNumber(options.page, "page", texts, MOST_PAGES);
  const limit = wholeNumber(options.limit, "limit", texts, MOST_PER_PAGE);
  return {
    ...(page && { page }),
    ...(options.after !== undefined && { after: options.after }),
    ...(limit && { limit }),
  };
}

export async function search(session: Session): Promise<void> {
  const { options, rest, texts } = session;
  const words = rest.join(" ").trim();
  const orderBy = orderNamed(options.order, texts);
  const list = await session.reader().searchPrompts({
    ...paging(session),
    ...(words && { search: words, spelling: "correct" }),
    ...(options.tool !== undefined && { llmTypeId: toolId(options.tool, texts) }),
    ...(options.tag !== undefined && { tag: options.tag }),
    ...(orderBy && { orderBy }),
    ...(options.works && { works: "today" }),
  });
  await printList(session, list, texts.noPrompts);
}

export async function favorites(session: Session): Promise<void> {
  const list = await session.writer().listFavorites({ id: "me", ...paging(session) });
  await printList(session, list, session.texts.noFavorites);
}
