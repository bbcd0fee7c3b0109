const GONE_AFTER_MS = 2000;

/**
 * Lets a code through once for as long as it is held up: the same text again only after it has
 * been out of sight for two seconds.
 */
export function createCodeGate(): (text: string, now: number) => boolean {
  let last = { text: '', seen: Number.NEGATIVE_INFINITY };
  return (text, now) => {
    const isNew = text !== last.text || now - last.seen >= GONE_AFTER_MS;
    last = { text, seen: now };
    return isNew;
  };
}
