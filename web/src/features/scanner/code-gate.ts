const GONE_AFTER_MS = 2000;

export type CodeGate = {
  /** Whether a code that was read is a new one. */
  isNew: (text: string, now: number) => boolean;
  /** Nobody looks just now: the last code counts as still held up. */
  lookAway: (now: number) => void;
};

/**
 * Lets a code through once for as long as it is held up: the same text again only after it has
 * been out of sight for two seconds.
 */
export function createCodeGate(): CodeGate {
  let last = { text: '', seen: Number.NEGATIVE_INFINITY };
  return {
    isNew: (text, now) => {
      const isNew = text !== last.text || now - last.seen >= GONE_AFTER_MS;
      last = { text, seen: now };
      return isNew;
    },
    lookAway: (now) => {
      last.seen = now;
    },
  };
}
