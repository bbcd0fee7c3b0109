/**
 * What two texts share that differ only in case or outer spaces, by PostgreSQL's `lower` (in
 * the locales of libc), which goes letter by letter: a sigma at the end of a word is no other letter, and a dotted capital I is an `i`.
 * Else a file would pass here and fail at a unique index.
 */
export function foldCase(text: string): string {
  return Array.from(text.trim(), (letter) => (letter === 'İ' ? 'i' : letter.toLowerCase())).join(
    '',
  );
}
