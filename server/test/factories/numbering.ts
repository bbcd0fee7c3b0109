let last = 0;

/** Unique in this process; every run repeats the same sequence. */
export function nextNumber(): number {
  last += 1;
  return last;
}

export function numberedId(number: number): string {
  return number.toString(16).padStart(24, '0');
}
