import { widthOf } from './font-runs.ts';

type Room = { width: number; most: number };

const words = new Intl.Segmenter('und', { granularity: 'word' });
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

const segmentsOf = (segmenter: Intl.Segmenter, text: string): string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment);

/** Ever smaller pieces: between spaces, words of scripts that have none, letters. */
const cuts: ((text: string) => string[])[] = [
  (text) => text.split(/(?<=\s)(?=\S)/),
  (text) => segmentsOf(words, text),
  (text) => segmentsOf(graphemes, text),
];

/** Text as wide as the room, cut between words where it can be, the last line shortened. */
export const nameLines = (name: string, { width, most }: Room, bold: boolean): string[] => {
  const fits = (text: string): boolean => widthOf(text.trimEnd(), bold) <= width;
  if (fits(name)) return [name];
  const lines = [''];
  const fill = (text: string, finer: number): void => {
    for (const piece of cuts[finer]?.(text) ?? [text]) {
      const line = lines.at(-1) ?? '';
      if (fits(line + piece)) lines[lines.length - 1] = line + piece;
      else if (fits(piece) || !cuts[finer + 1]) lines.push(piece);
      else fill(piece, finer + 1);
    }
  };
  fill(name, 0);
  const kept = lines.filter((line) => line.trim() !== '').map((line) => line.trim());
  if (kept.length <= most) return kept;
  const last = segmentsOf(graphemes, kept[most - 1] ?? '');
  while (last.length > 0 && !fits(`${last.join('')}…`)) last.pop();
  return [...kept.slice(0, most - 1), `${last.join('').trimEnd()}…`];
};
