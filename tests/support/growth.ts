/** How work grows with its input, for what must not take the square of it. */

/** The shortest of several runs, in milliseconds: others keep the machine busy. */
async function timeOf(work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 7; run++) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return Math.min(...times);
}

/**
 * @param work is given the length of its input
 * @returns how many times as long the work takes for sixteen times the length: some 16, where the square would be 256
 */
export async function growthOf(work: (length: number) => unknown, length = 1000): Promise<number> {
  const short = await timeOf(() => work(length));
  const long = await timeOf(() => work(16 * length));
  return long / Math.max(short, 0.05);
}
