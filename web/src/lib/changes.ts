/**
 * What an edit changes. Only that is sent: somebody else may have changed the rest since the form was
 * opened. Null and nothing are the same.
 */
export function changesOf<After extends object>(
  before: { readonly [Field in keyof After]?: unknown },
  after: After,
): Partial<After> {
  const old = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(after).filter(
    ([name, value]) => (old.get(name) ?? null) !== (value ?? null),
  );
  return Object.fromEntries(changed) as Partial<After>;
}

/** What `toInput` makes of what an edit changes; null where it changes nothing. */
export function ifChanged<After extends object, Input>(
  before: { readonly [Field in keyof After]?: unknown },
  after: After,
  toInput: (changes: Partial<After>) => Input,
): Input | null {
  const changes = changesOf(before, after);
  return Object.keys(changes).length > 0 ? toInput(changes) : null;
}

/** The same for what is only saved whole, group by group: what is stored now, with these changes. */
export function withChanges<Whole extends object>(
  stored: Whole,
  before: Whole,
  after: Whole,
): Whole {
  const groups = Object.entries(after).map(([name, group]) => {
    const [now, old] = [stored, before].map((whole) => new Map(Object.entries(whole)).get(name));
    return [name, { ...now, ...changesOf(old ?? {}, group) }];
  });
  return { ...stored, ...Object.fromEntries(groups) };
}
