/** The null character and halves of characters, which PostgreSQL takes in no text. */
const unstorable = /[\0\p{Surrogate}]/u;

/** Tells whether every text in a parsed input can be stored. */
export const isStorable = (value: unknown): boolean => {
  if (typeof value === 'string') return !unstorable.test(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, part]) => isStorable(name) && isStorable(part));
};
