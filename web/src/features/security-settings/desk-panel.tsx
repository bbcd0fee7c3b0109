import type { DeskSettings } from '@keydesk/shared/settings/security-settings';
import { SelectField } from '../../ui/select-field.tsx';
import type { PanelProps } from './panels.tsx';
import { NumberField, ToggleField } from './setting-fields.tsx';

const lendingOptions: readonly { value: DeskSettings['lendByName']; label: string }[] = [
  { value: 'on', label: 'By name or ID card' },
  { value: 'card', label: 'By ID card only' },
  { value: 'off', label: 'Off' },
];

const tagOptions: readonly { value: DeskSettings['tagCheck']; label: string }[] = [
  { value: 'off', label: 'Off' },
  { value: 'keys', label: 'Chosen keys' },
  { value: 'all', label: 'All keys' },
];

/** The tab Desk. */
export function DeskPanel({ values, errors, change }: PanelProps<'desk'>) {
  return (
    <div className="divide-y divide-line">
      <ChoiceField
        label="Lending without a Code"
        text="To a person whom the desk looks up, or whose ID card it reads. They are told at once, and can say that it was not them."
        value={values.lendByName}
        options={lendingOptions}
        onChange={(lendByName) => change({ lendByName })}
      />
      <ChoiceField
        label="Tag Check"
        text="The desk scans the tag of the key in its hand before it is handed out."
        value={values.tagCheck}
        options={tagOptions}
        onChange={(tagCheck) => change({ tagCheck })}
      />
      <ToggleField
        label="No Keys while One is Overdue"
        text="Somebody with an overdue key gets another one only once it is back."
        value={values.noKeysWhileOverdue}
        onChange={(noKeysWhileOverdue) => change({ noKeysWhileOverdue })}
      />
      <NumberField
        field="desk.lockAfterMinutes"
        label="Minutes before the Desk Locks"
        unit="minutes"
        text="Without a handover, the computer of a desk asks again who is on duty."
        value={values.lockAfterMinutes}
        error={errors['desk.lockAfterMinutes']}
        onChange={(lockAfterMinutes) => change({ lockAfterMinutes })}
      />
    </div>
  );
}

type ChoiceFieldProps<V extends string> = {
  label: string;
  text: string;
  value: V;
  options: readonly { value: V; label: string }[];
  onChange: (value: V) => void;
};

function ChoiceField<V extends string>(props: ChoiceFieldProps<V>) {
  const { label, text, value, options, onChange } = props;
  return (
    <div className="grid items-center gap-x-8 gap-y-2 py-4 sm:grid-cols-[minmax(0,1fr)_13rem]">
      <div>
        <p aria-hidden className="font-medium">
          {label}
        </p>
        <p className="text-sm text-muted">{text}</p>
      </div>
      <SelectField label={label} hideLabel value={value} options={options} onChange={onChange} />
    </div>
  );
}
