/** What a test or a file starts ends with it, also where it failed before it could close it. */

interface Closable {
  close(): unknown;
}

/** In the order of their starts: what the file started, and what the test did that runs. */
const ofFile = new Set<Promise<Closable>>();
const ofTest = new Set<Promise<Closable>>();
let inTest = false;

/** Has what is started here closed at the end of the test or the file that starts it, unless that closes it itself. */
export async function closedAtEnd<Started extends Closable>(start: () => Promise<Started>): Promise<Started> {
  // Listed before what it starts itself: a site closes its database.
  const starting = Promise.resolve().then(start);
  const open = inTest ? ofTest : ofFile;
  open.add(starting);
  const started = await starting.catch((error) => {
    open.delete(starting);
    throw error;
  });
  const close = started.close.bind(started);
  let closing: unknown;
  started.close = () => {
    open.delete(starting);
    closing ??= close();
    return closing;
  };
  return started;
}

export function beginTest(): void {
  inTest = true;
}

export async function endTest(): Promise<void> {
  inTest = false;
  await closeAll(ofTest);
}

export const endFile = (): Promise<void> => closeAll(ofFile);

async function closeAll(open: Set<Promise<Closable>>): Promise<void> {
  for (const starting of open) {
    open.delete(starting);
    // It never started, or was closed in part: both are told where it happened.
    await starting.then((started) => started.close()).catch(() => undefined);
  }
}
