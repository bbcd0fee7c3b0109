/** How long a piece of work takes, in milliseconds: the median and the slowest of the repetitions. */
export type Timing = { median: number; slowest: number };

/** Repeats the work after two rounds to warm up. */
export const time = async (work: () => Promise<unknown>, repetitions: number): Promise<Timing> => {
  const taken: number[] = [];
  for (let round = -2; round < repetitions; round += 1) {
    const start = performance.now();
    await work();
    if (round >= 0) taken.push(performance.now() - start);
  }
  taken.sort((one, other) => one - other);
  return { median: taken[Math.floor(taken.length / 2)] ?? 0, slowest: taken.at(-1) ?? 0 };
};
