import { parseKeyTag } from '@keydesk/shared/keys/key-tag';
import { isDutyCode, parseQrData, parseToken } from '@keydesk/shared/loans/qr-parse';

const sameCodeAfterMs = 2000;
/** A foreign code is reported only if none of ours comes into view within this time. */
const foreignAfterMs = 1000;

type CodeWatcher = {
  /**
   * Returns the codes of one picture to report, from left to right. `tagsFirst` looks for a key
   * tag, and codes beside it do not count.
   */
  see: (found: readonly FoundCode[], now: number, tagsFirst?: boolean) => FoundCode[];
  /** Scanning is paused: codes last seen count as still in view. */
  extend: (now: number) => void;
};

type SeenCode = { first: number; last: number; reported: boolean };

/**
 * Lets each code through once while it is in view; the same text counts again after two seconds out
 * of view. Codes of handovers and shifts come first, then key tags, then foreign codes. Only the
 * tag or foreign code nearest to the middle counts. What is seen beside a code of a higher kind
 * belongs to the scene: a tag is not reported while it remains there, a foreign code never.
 */
export function createCodeWatcher(): CodeWatcher {
  const seenCodes = new Map<string, SeenCode>();
  const ignoredCodes = new Set<string>();
  let lastLook = 0;

  function look(found: readonly FoundCode[], now: number): void {
    // A slow computer reads less than a picture in two seconds: what was in the last one is in view.
    for (const [text, { last }] of seenCodes)
      if (now - last >= sameCodeAfterMs && last < lastLook) seenCodes.delete(text);
    lastLook = now;
    for (const { text } of found) {
      const seenCode = seenCodes.get(text) ?? {
        first: now,
        last: now,
        reported: ignoredCodes.has(text),
      };
      seenCodes.set(text, { ...seenCode, last: now });
    }
  }

  function take(codes: readonly FoundCode[]): FoundCode[] {
    return codes.filter(({ text }) => {
      const seenCode = seenCodes.get(text);
      if (!seenCode || seenCode.reported) return false;
      seenCode.reported = true;
      return true;
    });
  }

  /** Ignores foreign codes that were in view within the last two seconds. */
  function ignoreForeign(): void {
    for (const [text, seenCode] of seenCodes) {
      if (kindOf(text) !== 'foreign') continue;
      seenCode.reported = true;
      ignoredCodes.add(text);
    }
  }

  return {
    see: (found, now, tagsFirst = false) => {
      look(found, now);
      const { handovers, tags, foreign } = byKind(found);
      if (handovers.length + tags.length > 0) ignoreForeign();
      if (tagsFirst && tags.length > 0) return take(nearest(tags));
      if (handovers.length > 0) {
        take(tags);
        return take(fromLeft(handovers));
      }
      if (tags.length > 0) return take(nearest(tags));
      const since = now - foreignAfterMs;
      return take(
        nearest(foreign).filter(({ text }) => (seenCodes.get(text)?.first ?? now) <= since),
      );
    },
    extend: (now) => {
      for (const seenCode of seenCodes.values()) seenCode.last = now;
      lastLook = now;
    },
  };
}

type Kinds = Record<'handovers' | 'tags' | 'foreign', FoundCode[]>;

function byKind(found: readonly FoundCode[]): Kinds {
  const kinds: Kinds = { handovers: [], tags: [], foreign: [] };
  for (const code of found) kinds[kindOf(code.text)].push(code);
  return kinds;
}

export function kindOf(text: string): keyof Kinds {
  if (parseToken(text) || parseQrData(text).ok || isDutyCode(text)) return 'handovers';
  return parseKeyTag(text) ? 'tags' : 'foreign';
}

function fromLeft(codes: FoundCode[]): FoundCode[] {
  return [...codes].sort((one, other) => one.x - other.x || one.y - other.y);
}

function nearest(codes: FoundCode[]): FoundCode[] {
  return [...codes].sort((one, other) => distance(one) - distance(other)).slice(0, 1);
}

function distance({ x, y }: FoundCode): number {
  return Math.hypot(x, y);
}

/**
 * A QR code in a picture with its centre: 0 is the middle of the picture, -1 its left or upper
 * edge, 1 its right or lower edge.
 */
export type FoundCode = { text: string; x: number; y: number };

/**
 * Whether a text has the prefix of a Keydesk code or tag. Rough, but it keeps the parsers and their
 * schemas out of the worker.
 */
export function mayBeOurs(text: string): boolean {
  return /^\s*(\{|KD:|KDTAG:)/i.test(text);
}
