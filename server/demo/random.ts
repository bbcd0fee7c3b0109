/** Repeatable randomness: the same seed gives the same data. */
export type Random = {
  /** From 0 up to, not including, 1. */
  fraction(): number;
  /** A whole number, both ends included. */
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** Items with a larger weight come more often; those with weight 0 never. */
  pickWeighted<T>(items: readonly T[], weightOf: (item: T, index: number) => number): T;
  /** An object id that begins with the time, as the application's own ids do. */
  idAt(moment: Date): string;
};

/** A random generator that repeats itself for the same seed. */
export function seededRandom(seed: number): Random {
  const fraction = generator(seed);
  const word = () => hex(Math.floor(fraction() * 2 ** 32));
  const pickWeighted: Random['pickWeighted'] = (items, weightOf) => {
    const weights = items.map(weightOf);
    let left = fraction() * weights.reduce((sum, weight) => sum + weight, 0);
    for (const [index, item] of items.entries()) {
      left -= weights[index] ?? 0;
      if (left < 0) return item;
    }
    throw new Error('There is nothing to pick from');
  };
  return {
    fraction,
    between: (low, high) => low + Math.floor(fraction() * (high - low + 1)),
    chance: (probability) => fraction() < probability,
    pick: (items) => pickWeighted(items, () => 1),
    pickWeighted,
    idAt: (moment) => `${hex(Math.floor(moment.getTime() / 1000))}${word()}${word()}`,
  };
}

/** A 32-bit xorshift generator, good enough for demo data. `seed` must not be 0. */
function generator(seed: number) {
  let state = seed;
  return (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

function hex(value: number): string {
  return value.toString(16).padStart(8, '0');
}
