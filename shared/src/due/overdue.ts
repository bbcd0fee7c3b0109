/** Whether a key that is out should be back by now; never while it has no due time. */
export function isOverdue({ graceUntil }: { graceUntil: string | null }, now: number): boolean {
  return graceUntil !== null && now >= Date.parse(graceUntil);
}
