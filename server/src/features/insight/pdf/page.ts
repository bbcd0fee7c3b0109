import { directionOf, spokenLanguage } from '@keydesk/shared/texts/translator';
import { type Drawing, drawLines } from '../../../core/files/draw-pdf.ts';
import { type TextLine, textLines } from '../../../core/files/text-lines.ts';

/** Colours of the web's light theme; sizes in points. */
export const look = {
  ink: '#1b2733',
  muted: '#5a6875',
  line: '#d5dde3',
  pale: '#9aa7b1',
  accent: '#0b5d75',
  accentSoft: '#e0eff4',
  stripe: '#f6f9fa',
  textSize: 9,
  contentWidth: 515,
} as const;

/** A4 in points; `left` and `right` are where a line begins and ends in left-to-right languages. */
export const page = {
  left: 40,
  right: 40 + look.contentWidth,
  /** Where the content ends. */
  bottom: 792,
} as const;

const pageWidth = page.left + page.right;

/** Pages of right-to-left languages are mirrored: the right place of something this wide. */
export function fromStart(x: number, width = 0): number {
  return directionOf(spokenLanguage()) === 'rtl' ? pageWidth - x - width : x;
}

export type Text = { lines: readonly TextLine[]; color: string; height: number };

export type TextStyle = {
  width?: number;
  size?: number;
  bold?: boolean;
  height?: number;
  color?: string;
};

/** A text of any script, broken into lines. */
export function text(content: string, { color = look.ink, ...style }: TextStyle = {}): Text {
  const place = { width: look.contentWidth, size: look.textSize, ...style };
  const lines = textLines(content, place);
  return { lines, color, height: lines.reduce((sum, { height }) => sum + height, 0) };
}

/** Of its longest line. */
export function widthOfText({ lines }: Text): number {
  return Math.max(0, ...lines.map(({ width }) => width));
}

/** Returns the end of the text. */
export function drawText(pdf: Drawing, { lines, color }: Text, x: number, y: number): number {
  return lines.reduce(
    (top, line) => drawLines(pdf, [line], { x: fromStart(x, line.width), y: top, color }),
    y,
  );
}

/** Each line ends at `end`. */
export function drawAtTheEnd(pdf: Drawing, { lines, color }: Text, end: number, y: number): void {
  let top = y;
  for (const line of lines)
    top = drawLines(pdf, [line], { x: fromStart(end - line.width, line.width), y: top, color });
}

export function drawFooter(pdf: Drawing, confidential: string, pageOfPages: string): void {
  const style = { size: 8, color: look.muted };
  drawText(pdf, text(confidential, style), page.left, page.bottom + 18);
  drawAtTheEnd(pdf, text(pageOfPages, style), page.right, page.bottom + 18);
}
