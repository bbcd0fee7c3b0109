import type { Campus, CampusEntry, Desk } from '@keydesk/shared/campus/campus';
import { offered } from '@keydesk/shared/campus/campus';
import {
  type KeyField,
  type KeyFieldName,
  keyField,
  keyFieldNames,
} from '@keydesk/shared/keys/key-fields';
import type { KeyFields } from '@keydesk/shared/keys/key-schemas';
import { t as fieldText } from '@keydesk/shared/texts/en/fields';
import { t as kindText } from '@keydesk/shared/texts/en/key-kinds';
import { t } from '@keydesk/shared/texts/en/managed-keys';
import { useCampus } from '../../../lib/campus.ts';
import type { SelectOption } from '../../../ui/fields.tsx';

type KeyOptions = Partial<Record<KeyFieldName, readonly SelectOption[]>>;

/** The options of each choice field, with the present value even if that is retired. */
export function useKeyOptions(has: Partial<KeyFields> = {}): KeyOptions {
  const campus = useCampus();
  return Object.fromEntries(
    keyFieldNames.map((name) => [name, optionsOf(keyField(name), campus, has[name])]),
  );
}

function optionsOf(field: KeyField, campus: Campus | null, has: unknown): readonly SelectOption[] {
  switch (field.kind) {
    case 'entry':
      return entryOptions(
        field.list === 'departments' ? lendingDepartments(campus) : (campus?.[field.list] ?? []),
        has,
      );
    case 'desk':
      return deskOptions(campus?.desks ?? [], has);
    case 'choice':
      return [
        ...(field.empty === null ? [{ value: '', label: fieldText('none') }] : []),
        ...Object.entries(field.choices).map(([value, { label }]) => ({
          value,
          label: kindText(label),
        })),
      ];
    default:
      return [];
  }
}

/** Those that lend, retired ones last. */
export function useDepartmentFilterOptions(): readonly SelectOption[] {
  const departments = lendingDepartments(useCampus());
  return [...offered(departments), ...departments.filter(({ retired }) => retired)].map(
    ({ code, label, retired }) => ({ value: code, label: markedLabel(label, retired) }),
  );
}

function lendingDepartments(campus: Campus | null) {
  return (campus?.departments ?? []).filter(({ lends }) => lends);
}

function entryOptions(entries: readonly CampusEntry[], has: unknown): readonly SelectOption[] {
  const options = offered(entries).map(({ code, label }) => ({ value: code, label }));
  if (typeof has !== 'string' || options.some(({ value }) => value === has)) return options;
  const retired = entries.find(({ code }) => code === has);
  return [...options, { value: has, label: retired ? markedLabel(retired.label, true) : has }];
}

function markedLabel(label: string, retired: boolean): string {
  return retired ? t('retired', { label }) : label;
}

function deskOptions(desks: readonly Desk[], has: unknown): readonly SelectOption[] {
  return [
    { value: '', label: t('no-desk') },
    ...desks
      .filter(({ id, retired }) => !retired || id === has)
      .map(({ id, name, retired }) => ({ value: id, label: markedLabel(name, retired) })),
  ];
}
