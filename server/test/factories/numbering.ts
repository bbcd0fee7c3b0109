let last = 0;

/** A number that no other row of this process has had; the same rows get the same numbers again. */
export function nextNumber(): number {
  last += 1;
  return last;
}

/** The object id of a numbered row. */
export function numberedId(number: number): string {
  return number.toString(16).padStart(24, '0');
}
