/** A text that a page has said: its place in the catalogue, and what filled it in. */
export type Said = { noun: string; key: string; params?: Record<string, unknown> };

/** Stands for the function that fills in a tag. */
export const tagMark = '<tag>';

declare global {
  /** What this page has said since it was last asked, as JSON. */
  var said: Set<string> | undefined;
}

type Say = ((key: string, params?: object) => string) & {
  rich: (key: string, params: object) => readonly unknown[];
};

/** Runs in the page: a translator that notes what it says, so that it can be said in another language. */
export function noted<T>(noun: string, translator: T): T {
  const t = translator as unknown as Say;
  const note = (key: string, params?: object) => {
    globalThis.said ??= new Set();
    globalThis.said.add(JSON.stringify({ noun, key, params }, markTags));
  };
  const say = (key: string, params?: object) => {
    note(key, params);
    return t(key, params);
  };
  const rich = (key: string, params: object) => {
    note(key, params);
    return t.rich(key, params);
  };
  return Object.assign(say, t, { rich }) as unknown as T;
}

function markTags(_name: string, value: unknown): unknown {
  return typeof value === 'function' ? tagMark : value;
}
