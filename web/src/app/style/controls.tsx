import { RefreshCw, ScanLine } from 'lucide-react';
import { useState } from 'react';
import { Button, type ButtonSize, type ButtonVariant } from '../../ui/button.tsx';
import { ComboboxField, type ComboboxOption as Picked } from '../../ui/combobox-field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { QrCodeIcon } from '../../ui/qr-code-icon.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { SegmentedFilter } from '../../ui/segmented-filter.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Example, StyleSection } from './style-section.tsx';

const variants: readonly ButtonVariant[] = ['primary', 'secondary', 'quiet', 'danger'];
const sizes: readonly ButtonSize[] = ['small', 'medium', 'large'];

const rowClassName = 'flex flex-wrap items-center gap-2.5';

/** Every button, in every state. */
export function ButtonSection() {
  return (
    <StyleSection
      id="buttons"
      title="Buttons"
      text="One primary button at most in view of a task. Small ones stand in rows; at a finger's reach all of them are 44 px high."
    >
      <Example name="Kinds">
        <div className={rowClassName}>
          {variants.map((variant) => (
            <Button key={variant} variant={variant}>
              {capitalize(variant)}
            </Button>
          ))}
        </div>
      </Example>
      <Example name="Sizes">
        <div className={rowClassName}>
          {sizes.map((size) => (
            <Button key={size} size={size}>
              {capitalize(size)}
            </Button>
          ))}
        </div>
      </Example>
      <Example name="With an icon, and as an icon">
        <div className={rowClassName}>
          <Button variant="secondary" size="small">
            <QrCodeIcon aria-hidden className="size-4.5 text-accent" />
            Generate QR
          </Button>
          <Button size="large">
            <ScanLine aria-hidden className="size-5" />
            Start Scanning
          </Button>
          <IconButton label="Refresh" icon={<RefreshCw />} />
        </div>
      </Example>
      <Example name="Busy, disabled, waiting for the connection">
        <div className={rowClassName}>
          <Button busy>Completing...</Button>
          <Button disabled>Continue</Button>
          <Button variant="secondary" disabled>
            Back
          </Button>
          <Button aria-disabled title="This needs the server.">
            Collect
          </Button>
          <IconButton aria-disabled label="Refresh later" icon={<RefreshCw />} />
        </div>
      </Example>
    </StyleSection>
  );
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const filters = [
  { value: 'all', label: 'All', count: 24 },
  { value: 'available', label: 'Available', count: 19 },
  { value: 'unavailable', label: 'Unavailable', count: 5 },
];

const blocks = ['A', 'B', 'C'].map((value) => ({ value, label: `Block ${value}` }));

const people: readonly Picked[] = [
  { id: '1', label: 'Asha Rao', note: 'CSE' },
  { id: '2', label: 'Ravi Iyer', note: 'MECH' },
];

/** Every field, in every state. */
export function FieldSection() {
  return (
    <StyleSection
      id="fields"
      title="Fields"
      text="A label stands above its field, a hint or an error below it. The border alone never carries a meaning."
    >
      <Example name="Text">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Faculty ID" placeholder="FAC001" />
          <TextField label="Name" defaultValue="Asha Rao" hint="As on the staff card." />
          <TextField label="Email" defaultValue="asha.rao" error="Please enter a valid email." />
          <TextField label="Location" defaultValue="Floor 1, Room 104" disabled />
        </div>
      </Example>
      <Example name="To tick, and one to choose">
        <div className="flex flex-wrap gap-6">
          {(['checkbox', 'radio'] as const).map((type) =>
            ['On', 'Off'].map((state) => (
              <label key={`${type} ${state}`} className="flex min-h-11 items-center gap-2.5">
                <input type={type} defaultChecked={state === 'On'} className="size-5 tick" />
                {state}
              </label>
            )),
          )}
        </div>
      </Example>
      <Choices />
    </StyleSection>
  );
}

function Choices() {
  const [term, setTerm] = useState('lab');
  const [filter, setFilter] = useState('available');
  const [block, setBlock] = useState('B');
  const [person, setPerson] = useState<Picked | null>(people[0] ?? null);
  return (
    <>
      <Example name="Search">
        <SearchField value={term} onChange={setTerm} placeholder="Search keys..." />
      </Example>
      <Example name="One of a few, one of several, one of many">
        <div className="space-y-4">
          <SegmentedFilter label="Show" options={filters} value={filter} onChange={setFilter} />
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField label="Block" options={blocks} value={block} onChange={setBlock} />
            <ComboboxField
              label="Person"
              placeholder="Anyone"
              picks={people}
              value={person}
              onChange={setPerson}
            />
          </div>
        </div>
      </Example>
    </>
  );
}
