import bidiFactory from 'bidi-js';

const bidi = bidiFactory();

/** Signs of one direction that stand together, in reading order. */
export type Stretch = { text: string; backwards: boolean };

/**
 * The Unicode bidirectional algorithm (UAX #9). The whole text decides about directions, because a
 * word may get its own from the line before; the signs of each line are then put in order (rule L2).
 */
export function visualOrder(text: string): (start: number, end: number) => Stretch[] {
  const embedding = bidi.getEmbeddingLevels(text);
  return (start, end) => {
    const order = bidi.getReorderedIndices(text, embedding, start, end - 1).slice(start, end);
    let level: number | undefined;
    return order.reduce<Stretch[]>((stretches, index) => {
      const sign = text[index] ?? '';
      const before = level;
      level = embedding.levels[index] ?? 0;
      const last = stretches.at(-1);
      if (!last || level !== before) stretches.push({ text: sign, backwards: level % 2 === 1 });
      else last.text = last.backwards ? sign + last.text : last.text + sign;
      return stretches;
    }, []);
  };
}

const letter = /\p{L}/u;
const arabicDigit = /[\u06f0-\u06f9]/;

/**
 * A stretch as the shaper expects it. That one knows the direction by the script alone: what has no
 * letters it sets forwards, and the digits of Urdu, which count as Arabic script, backwards.
 */
export function forShaping({ text, backwards }: Stretch): string {
  if (backwards ? letter.test(text) : !arabicDigit.test(text)) return text;
  return Array.from(text, (sign) => (backwards && bidi.getMirroredCharacter(sign)) || sign)
    .reverse()
    .join('');
}
