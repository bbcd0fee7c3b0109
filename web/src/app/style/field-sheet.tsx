import { useState } from 'react';
import { type Pick as Picked, PickField } from '../../ui/pick-field.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SegmentedFilter } from '../../ui/segmented-filter.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Group, Sheet } from './sheet.tsx';

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

const Choices = () => {
  const [term, setTerm] = useState('lab');
  const [filter, setFilter] = useState('available');
  const [block, setBlock] = useState('B');
  const [person, setPerson] = useState<Picked | null>(people[0] ?? null);
  return (
    <>
      <Group name="Search">
        <SearchField value={term} onChange={setTerm} placeholder="Search keys..." />
      </Group>
      <Group name="One of a few, one of several, one of many">
        <div className="space-y-4">
          <SegmentedFilter label="Show" options={filters} value={filter} onChange={setFilter} />
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField label="Block" options={blocks} value={block} onChange={setBlock} />
            <PickField
              label="Person"
              placeholder="Anyone"
              picks={people}
              value={person}
              onChange={setPerson}
            />
          </div>
        </div>
      </Group>
    </>
  );
};

/** Every field, in every state. */
export const FieldSheet = () => (
  <Sheet
    id="fields"
    title="Fields"
    text="A label stands above its field, a hint or a fault below it. Nothing is told by the border alone."
  >
    <Group name="Text">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Faculty ID" placeholder="FAC001" />
        <TextField label="Name" defaultValue="Asha Rao" hint="As on the staff card." />
        <TextField label="Email" defaultValue="asha.rao" error="Please enter a valid email." />
        <TextField label="Location" defaultValue="Floor 1, Room 104" disabled />
      </div>
    </Group>
    <Group name="To tick, and one to choose">
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
    </Group>
    <Choices />
  </Sheet>
);
