import { useLayoutEffect, useRef, useState } from 'react';
import { KeyNumber } from '../../ui/key-number.tsx';
import { Example, StyleSection } from './style-section.tsx';

const surfaces = [
  { name: 'canvas', className: 'bg-canvas' },
  { name: 'surface', className: 'bg-surface' },
  { name: 'raised', className: 'bg-raised' },
  { name: 'sunken', className: 'bg-sunken' },
] as const;

const inks = [
  { name: 'ink', className: 'bg-surface text-ink' },
  { name: 'muted', className: 'bg-surface text-muted' },
  { name: 'accent', className: 'bg-accent-soft text-accent' },
  { name: 'on-accent', className: 'bg-accent text-on-accent' },
  { name: 'available', className: 'bg-available-soft text-available' },
  { name: 'out', className: 'bg-out-soft text-out' },
  { name: 'overdue, danger', className: 'bg-danger-soft text-danger' },
  { name: 'danger-fill', className: 'bg-danger-fill text-white' },
] as const;

type SwatchProps = { name: string; className: string };

/** Background and text colours, each pair with its contrast. */
export function ColourSection() {
  return (
    <StyleSection
      id="colours"
      title="Colours"
      text="Neutral grounds and one accent. Green, amber and red mean available, out and overdue, never without a word or an icon. Text needs 4.5 : 1."
    >
      <Example name="Grounds">
        <ul className="grid grid-cols-2 gap-2 sm:grid-cols-4">
          {surfaces.map(({ name, className }) => (
            <li key={name} className={`h-20 rounded-control border border-line p-3 ${className}`}>
              <span className="text-sm font-medium">{name}</span>
            </li>
          ))}
        </ul>
      </Example>
      <Example name="Text on its ground">
        <ul className="grid grid-cols-2 gap-2 sm:grid-cols-4">
          {inks.map((ink) => (
            <TextSwatch key={ink.name} {...ink} />
          ))}
        </ul>
      </Example>
    </StyleSection>
  );
}

/** A text colour on its background, with the contrast as this browser renders it. */
function TextSwatch({ name, className }: SwatchProps) {
  const sample = useRef<HTMLLIElement>(null);
  const [contrast, setContrast] = useState<number | null>(null);
  useLayoutEffect(() => {
    if (!sample.current) return;
    const { color, backgroundColor } = getComputedStyle(sample.current);
    setContrast(contrastRatio(color, backgroundColor));
  }, []);
  return (
    <li ref={sample} className={`rounded-control border border-line px-3.5 py-3 ${className}`}>
      <span className="block font-semibold">{name}</span>
      <span className="block text-sm tabular-nums">{contrast?.toFixed(1)} : 1</span>
    </li>
  );
}

type Rgb = readonly [red: number, green: number, blue: number];

/** The contrast of two colours by WCAG: 1 to 21. */
export function contrastRatio(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(parse(one)), luminance(parse(other))].sort(
    (a, b) => b - a,
  );
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue);
}

function channel(value: number): number {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** An opaque colour in the form that browsers compute, `rgb(1, 2, 3)`. */
function parse(colour: string): Rgb {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  return [red, green, blue];
}

const steps = [
  { className: 'text-2xl font-semibold tracking-tight', name: 'Page heading, 24' },
  { className: 'text-lg font-semibold', name: 'Section heading, 18' },
  { className: 'text-base', name: 'Body, 16' },
  { className: 'text-sm text-muted', name: 'Beside and below, 14' },
  { className: 'text-xs text-muted', name: 'Time and count, 12' },
] as const;

const numbers = [
  { className: 'text-7xl/none', name: 'Across the counter' },
  { className: 'text-[2rem] leading-9', name: 'Card' },
  { className: 'text-2xl leading-7', name: 'Row' },
] as const;

/** Text sizes, and those of key numbers. */
export function TypographySection() {
  return (
    <StyleSection
      id="type"
      title="Type and key numbers"
      text="A key's number is the largest thing near it and keeps its figures in line, so that it can be read at arm's length."
    >
      <Example name="Key number">
        <ul className="space-y-3">
          {numbers.map(({ className, name }) => (
            <li key={name} className="flex flex-wrap items-baseline gap-x-4">
              <KeyNumber number="CSE-104" className={className} />
              <span className="text-sm text-muted">{name}</span>
            </li>
          ))}
        </ul>
      </Example>
      <Example name="Text">
        <ul className="space-y-2">
          {steps.map(({ className, name }) => (
            <li key={name} className={className}>
              {name}
            </li>
          ))}
        </ul>
      </Example>
    </StyleSection>
  );
}
