/** The first of these names of keys, and how many others there are, which a message only counts. */
export function nameKeys(names: readonly string[]): { named: string[]; rest: number } {
  const named = names.slice(0, maxNamed);
  return { named, rest: names.length - named.length };
}

const maxNamed = 10;
