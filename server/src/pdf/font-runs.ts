import { readFileSync } from 'node:fs';
import { type Family, families } from './families.ts';
import { documentFamily } from './fonts.ts';
import { type Shaper, shaperOf } from './shaper.ts';

/** A stretch of a text that one font sets. */
export type Run = { text: string; family: Family };

const shapers = new Map<string, Shaper>();

/** The font of a family, read when it is first asked for. */
export const shaperFor = (family: Family, bold: boolean): Shaper => {
  const file = bold ? family.bold : family.normal;
  const shaper = shapers.get(file) ?? shaperOf(readFileSync(file));
  shapers.set(file, shaper);
  return shaper;
};

/** Stands for what no font has. */
const replacement = '\ufffd';

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const letterOrDigit = /[\p{L}\p{N}]/u;

/** Signs stay with the letters before them, so that a phrase of a script is set as a whole. */
const familyFor = (grapheme: string, before: Family | undefined, bold: boolean) => {
  const candidates = [
    ...(before && !letterOrDigit.test(grapheme) ? [before] : []),
    ...families.filter(({ letters }) => letters.test(grapheme)),
    documentFamily,
  ];
  return candidates.find((family) => shaperFor(family, bold).has(grapheme));
};

/** A text cut where its font has to change. */
export const fontRuns = (text: string, bold: boolean): Run[] => {
  const runs: Run[] = [];
  for (const { segment } of graphemes.segment(text)) {
    const last = runs.at(-1);
    const family = familyFor(segment, last?.family, bold);
    const letters = family ? segment : replacement;
    if (last && last.family === (family ?? documentFamily)) last.text += letters;
    else runs.push({ text: letters, family: family ?? documentFamily });
  }
  return runs;
};

/** How wide a text is, as a part of the letters' size. */
export const widthOf = (text: string, bold: boolean): number =>
  fontRuns(text, bold).reduce(
    (width, run) => width + shaperFor(run.family, bold).widthOf(run.text),
    0,
  );
