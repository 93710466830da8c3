/** Questions before every publication, and the message when its answer is lost. */
import { PromptecaError } from "../../client/client.ts";
import { ask, isInteractive } from "./ask.ts";
import { CliError, EXIT } from "./io.ts";
import type { Session } from "./session.ts";

/** @throws CliError unless the person says yes */
export async function confirm(session: Session, question: string): Promise<void> {
  const { io, options, texts } = session;
  if (options.yes) return;
  if (!isInteractive(io)) throw new CliError(EXIT.usage, texts.cannotAsk);
  const [answer = ""] = await ask(io, [question]);
  if (!texts.isYes(answer)) throw new CliError(EXIT.failed, texts.notPublished);
}

/** For an answer that was lost: what was asked may have been done. */
export const tellMaybePublished =
  (session: Session) =>
  (error: unknown): never => {
    if (!(error instanceof PromptecaError) || !["timeout", "unreachable"].includes(error.code)) throw error;
    const { exitCode, message } = session.explain(error);
    throw new CliError(exitCode, `${message} ${session.texts.maybePublished}`);
  };
