import bidiFactory from 'bidi-js';

const bidi = bidiFactory();

/** A part of a line that is read in one direction. */
type Stretch = { text: string; level: number };

export type Direction = 'ltr' | 'rtl';

/** The direction of a text: that of its first letter with a direction. */
export function directionOf(text: string): Direction {
  return (bidi.getEmbeddingLevels(text).paragraphs[0]?.level ?? 0) % 2 === 1 ? 'rtl' : 'ltr';
}

/**
 * The stretches of a line in the order in which they appear from left to right, each still in reading
 * order (Unicode bidirectional algorithm, rule L2).
 */
export function visualOrder(line: string, direction: Direction): Stretch[] {
  const stretches = stretchesOf(line, direction);
  const highest = Math.max(0, ...stretches.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    for (let start = 0; start < stretches.length; start += 1) {
      let end = start;
      while ((stretches[end]?.level ?? -1) >= level) end += 1;
      stretches.splice(start, end - start, ...stretches.slice(start, end).reverse());
      start = Math.max(start, end - 1);
    }
  }
  return stretches;
}

function stretchesOf(line: string, direction: Direction): Stretch[] {
  const { levels } = bidi.getEmbeddingLevels(line, direction);
  const stretches: Stretch[] = [];
  for (let at = 0; at < line.length; at += 1) {
    const level = levels[at] ?? 0;
    const last = stretches.at(-1);
    if (last?.level === level) last.text += line[at];
    else stretches.push({ text: line[at] ?? '', level });
  }
  return stretches;
}

const strong = /\p{L}/u;

/** Reverses and mirrors text without letters, whose direction the layout could not know. */
export function mirrored(text: string): string {
  return strong.test(text)
    ? text
    : Array.from(text, (sign) => bidi.getMirroredCharacter(sign) ?? sign)
        .reverse()
        .join('');
}
