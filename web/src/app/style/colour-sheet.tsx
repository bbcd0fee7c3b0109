import { useLayoutEffect, useRef, useState } from 'react';
import { contrastOf } from './contrast.ts';
import { Group, Sheet } from './sheet.tsx';

const surfaces = [
  { name: 'canvas', look: 'bg-canvas' },
  { name: 'surface', look: 'bg-surface' },
  { name: 'raised', look: 'bg-raised' },
  { name: 'sunken', look: 'bg-sunken' },
] as const;

const inks = [
  { name: 'ink', look: 'bg-surface text-ink' },
  { name: 'muted', look: 'bg-surface text-muted' },
  { name: 'accent', look: 'bg-accent-soft text-accent' },
  { name: 'on-accent', look: 'bg-accent text-on-accent' },
  { name: 'available', look: 'bg-available-soft text-available' },
  { name: 'out', look: 'bg-out-soft text-out' },
  { name: 'overdue, danger', look: 'bg-danger-soft text-danger' },
  { name: 'danger-fill', look: 'bg-danger-fill text-white' },
] as const;

type SwatchProps = { name: string; look: string };

/** A text colour on the ground it is meant for, with their contrast as this browser draws them. */
const Ink = ({ name, look }: SwatchProps) => {
  const sample = useRef<HTMLLIElement>(null);
  const [contrast, setContrast] = useState<number | null>(null);
  useLayoutEffect(() => {
    if (!sample.current) return;
    const { color, backgroundColor } = getComputedStyle(sample.current);
    setContrast(contrastOf(color, backgroundColor));
  }, []);
  return (
    <li ref={sample} className={`rounded-control border border-line px-3.5 py-3 ${look}`}>
      <span className="block font-semibold">{name}</span>
      <span className="block text-sm tabular-nums">{contrast?.toFixed(1)} : 1</span>
    </li>
  );
};

/** Grounds and inks, each pair with its contrast. */
export const ColourSheet = () => (
  <Sheet
    id="colours"
    title="Colours"
    text="Neutral grounds and one accent. Green, amber and red mean available, out and overdue, never without a word or an icon. Text needs 4.5 : 1."
  >
    <Group name="Grounds">
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {surfaces.map(({ name, look }) => (
          <li key={name} className={`h-20 rounded-control border border-line p-3 ${look}`}>
            <span className="text-sm font-medium">{name}</span>
          </li>
        ))}
      </ul>
    </Group>
    <Group name="Text on its ground">
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {inks.map((ink) => (
          <Ink key={ink.name} {...ink} />
        ))}
      </ul>
    </Group>
  </Sheet>
);
