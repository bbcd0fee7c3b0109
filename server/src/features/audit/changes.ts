/** Those of the wanted fields that differ from the current ones, as they were and as they become. */
export function changesOf<T extends object>(
  current: object,
  wanted: T,
): { before: object; after: Partial<T> } {
  const old = new Map<string, unknown>(Object.entries(current));
  const changed = Object.entries(wanted).filter(
    ([name, value]) => value !== undefined && old.get(name) !== value,
  );
  return {
    before: Object.fromEntries(changed.map(([name]) => [name, old.get(name)])),
    after: Object.fromEntries(changed) as Partial<T>,
  };
}
