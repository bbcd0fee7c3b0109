import { Group, Sheet } from './sheet.tsx';

const steps = [
  { look: 'text-2xl font-semibold tracking-tight', name: 'Page heading, 24' },
  { look: 'text-lg font-semibold', name: 'Section heading, 18' },
  { look: 'text-base', name: 'Body, 16' },
  { look: 'text-sm text-muted', name: 'Beside and below, 14' },
  { look: 'text-xs text-muted', name: 'Time and count, 12' },
] as const;

const numbers = [
  { look: 'text-7xl/none', name: 'Across the counter' },
  { look: 'text-[2rem] leading-9', name: 'Card' },
  { look: 'text-2xl leading-7', name: 'Row' },
] as const;

/** Letters, and the number of a key above all. */
export const TypeSheet = () => (
  <Sheet
    id="type"
    title="Type and key numbers"
    text="A key's number is the largest thing near it and keeps its figures in line, so that it can be read at arm's length."
  >
    <Group name="Key number">
      <ul className="space-y-3">
        {numbers.map(({ look, name }) => (
          <li key={name} className="flex flex-wrap items-baseline gap-x-4">
            <span className={`key-number ${look}`}>CSE-104</span>
            <span className="text-sm text-muted">{name}</span>
          </li>
        ))}
      </ul>
    </Group>
    <Group name="Text">
      <ul className="space-y-2">
        {steps.map(({ look, name }) => (
          <li key={name} className={look}>
            {name}
          </li>
        ))}
      </ul>
    </Group>
  </Sheet>
);
