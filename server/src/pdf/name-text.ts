import type { Content } from 'pdfmake/interfaces';
import { fontRuns, shaperFor } from './font-runs.ts';
import { nameLines } from './name-lines.ts';
import { type Direction, directionOf, mirrored, visualOrder } from './visual-order.ts';

/** Where a name is put, and in which letters; lengths in points. */
type Place = { width: number; size: number; bold?: boolean; height?: number };

/** A run is shaped as a whole: with no list of features the layout would do so word by word. */
const asAWhole = { fontFeatures: [] };

const inlinesOf = (line: string, direction: Direction, bold: boolean) =>
  visualOrder(line, direction).flatMap(({ text, level }) => {
    const backwards = level % 2 === 1;
    const runs = fontRuns(text, bold).map((run) => ({
      text: backwards ? mirrored(run.text) : run.text,
      font: run.family.name,
      ...asAWhole,
    }));
    return backwards ? runs.reverse() : runs;
  });

/** Fonts ask for the letters' size up to three times it; names need something between. */
const lineHeights = { least: 1.2, most: 1.5 };

const fontHeightOf = (line: string, bold: boolean): number =>
  Math.max(1, ...fontRuns(line, bold).map(({ family }) => shaperFor(family, bold).lineHeight));

/** As a part of the letters' size. */
const lineHeightOf = (line: string, bold: boolean): number =>
  Math.min(lineHeights.most, Math.max(lineHeights.least, fontHeightOf(line, bold)));

/** What cannot be seen is nothing to print. */
const visible = (name: string): string => name.replace(/\p{Cc}+/gu, ' ').trim();

/**
 * A name in the letters it has, whatever their script. The layout sets words from left to right in
 * one font, so that lines, directions and fonts are settled before.
 */
export const nameText = (name: string, { width, size, bold = false, height }: Place): Content => {
  const text = visible(name);
  const perLine = lineHeightOf(text, bold) * size;
  const most = height ? Math.max(1, Math.floor(height / perLine)) : Number.MAX_VALUE;
  const lines = nameLines(text, { width: width / size, most }, bold);
  const direction = directionOf(text);
  return {
    stack: lines.map((line) => ({
      text: inlinesOf(line, direction, bold),
      noWrap: true,
      bold,
      fontSize: size,
      lineHeight: lineHeightOf(line, bold) / fontHeightOf(line, bold),
    })),
  };
};
