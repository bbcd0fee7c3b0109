import { type Key, keyBlocks, keyCategories, keyDepartments } from '@keydesk/shared/keys/key';
import type { SelectOption } from '../../ui/select-field.tsx';

/** A category, capitalized. */
export function categoryLabel(category: Key['category']): string {
  return capitalize(category);
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const blockLabels: Partial<Record<Key['block'], string>> = {
  MAIN: 'Main',
  LIB: 'Library',
  AUD: 'Auditorium',
  CAF: 'Cafeteria',
  HOSTEL: 'Hostel',
  OTHER: 'Other',
};

/** A block by its usual name. */
export function blockLabel(block: Key['block']): string {
  return blockLabels[block] ?? block;
}

export const departmentOptions: readonly SelectOption[] = keyDepartments.map(toOption);

function toOption(value: string): SelectOption {
  return { value, label: value };
}

export const categoryOptions: readonly SelectOption[] = keyCategories.map((value) => ({
  value,
  label: categoryLabel(value),
}));
export const blockOptions: readonly SelectOption[] = keyBlocks.map((value) => ({
  value,
  label: blockLabel(value),
}));
