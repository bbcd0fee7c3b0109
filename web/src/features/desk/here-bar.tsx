import { MapPin } from 'lucide-react';
import { useState } from 'react';
import { chooseDesk, type Desks } from '../../lib/desks.ts';
import { useDeskComputer } from '../../lib/session.ts';
import { storedEverywhere } from '../../lib/storage.ts';
import { SegmentedFilter } from '../../ui/segmented-filter.tsx';
import { SelectField } from '../../ui/select-field.tsx';

type HereBarProps = {
  desks: Desks;
  /** Whether the lists show the keys of all desks. */
  everywhere: boolean;
  onEverywhere: (everywhere: boolean) => void;
};

/** Whether the lists show the keys of all desks; this tab remembers it. */
export function useEverywhere() {
  const [everywhere, setEverywhere] = useState(() => storedEverywhere.read() !== null);
  const choose = (next: boolean) => {
    if (next) storedEverywhere.write('yes');
    else storedEverywhere.clear();
    setEverywhere(next);
  };
  return [everywhere, choose] as const;
}

/** Where a computer without a chosen desk stands, and whether its lists show that desk or all. */
export function HereBar({ desks, everywhere, onEverywhere }: HereBarProps) {
  const { active, here } = desks;
  const isEnrolled = useDeskComputer() !== null;
  return (
    <section
      aria-label="This desk"
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 sm:mb-5"
    >
      <div className="flex min-w-0 flex-1 basis-64 items-center gap-2.5">
        <MapPin aria-hidden className="size-5 shrink-0 text-accent" />
        {isEnrolled && here ? (
          <p className="min-w-0 font-semibold wrap-anywhere">{here.name}</p>
        ) : (
          <SelectField
            label="This computer stands at"
            hideLabel
            className="min-w-0 flex-1 sm:max-w-xs"
            value={here?.id ?? ''}
            onChange={chooseDesk}
            options={[
              { value: '', label: here ? 'No desk' : 'Where is this computer?' },
              ...active.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
      </div>
      {here && (
        <div className="flex-1 basis-64 sm:max-w-xs">
          <SegmentedFilter
            label="Keys of"
            value={everywhere ? 'all' : 'here'}
            onChange={(value) => onEverywhere(value === 'all')}
            options={[
              { value: 'here', label: 'Here' },
              { value: 'all', label: 'All desks' },
            ]}
          />
        </div>
      )}
    </section>
  );
}
