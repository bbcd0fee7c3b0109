import type { Campus, CampusEntry, Desk } from '@keydesk/shared/campus/campus';
import { labelIn, offered } from '@keydesk/shared/campus/offers';
import type { Key } from '@keydesk/shared/keys/key';
import { useCampus } from '../../lib/campus.ts';
import type { SelectOption } from '../../ui/select-field.tsx';

/** What the codes of a key stand for. */
export function useKeyLabels() {
  const campus = useCampus();
  return {
    categoryLabel: (category: Key['category']) => labelIn(campus?.categories ?? [], category),
    blockLabel: (block: Key['block']) => labelIn(campus?.blocks ?? [], block),
  };
}

/** What a key can be given. What it `has` is offered too, though the campus may not any more. */
export function useKeyOptions(has?: Pick<Key, 'department' | 'category' | 'block'>) {
  const campus = useCampus();
  return {
    departments: toOptions(lendingDepartments(campus), ({ code }) => code, has?.department),
    categories: toOptions(campus?.categories ?? [], ({ label }) => label, has?.category),
    blocks: toOptions(campus?.blocks ?? [], ({ label }) => label, has?.block),
  };
}

/** Every department that keys may have, the retired ones last. */
export function useDepartmentFilterOptions(): readonly SelectOption[] {
  const departments = lendingDepartments(useCampus());
  return [...offered(departments), ...departments.filter(({ retired }) => retired)].map(
    ({ code, retired }) => ({ value: code, label: markedLabel(code, retired) }),
  );
}

function lendingDepartments(campus: Campus | null) {
  return (campus?.departments ?? []).filter(({ lends }) => lends);
}

function toOptions(
  entries: readonly CampusEntry[],
  labelOf: (entry: CampusEntry) => string,
  has: string | undefined,
): readonly SelectOption[] {
  const options = offered(entries).map((entry) => ({ value: entry.code, label: labelOf(entry) }));
  if (has === undefined || options.some(({ value }) => value === has)) return options;
  const retired = entries.find(({ code }) => code === has);
  return [...options, { value: has, label: retired ? markedLabel(labelOf(retired), true) : has }];
}

function markedLabel(label: string, retired: boolean): string {
  return retired ? `${label} (retired)` : label;
}

/** No desk, those in use, and the retired one that a key has. */
export function deskOptions(
  desks: readonly Desk[],
  keptId?: string | null,
): readonly SelectOption[] {
  return [
    { value: '', label: 'No desk' },
    ...desks
      .filter(({ id, retired }) => !retired || id === keptId)
      .map(({ id, name, retired }) => ({ value: id, label: markedLabel(name, retired) })),
  ];
}
