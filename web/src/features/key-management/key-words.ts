import { type Key, keyBlocks, keyCategories, keyDepartments } from '@keydesk/shared/keys/key';
import type { Choice } from '../../ui/select-field.tsx';

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** A category as a word. */
export const categoryWord = (category: Key['category']): string => capitalised(category);

const blockWords: Partial<Record<Key['block'], string>> = {
  MAIN: 'Main',
  LIB: 'Library',
  AUD: 'Auditorium',
  CAF: 'Cafeteria',
  HOSTEL: 'Hostel',
  OTHER: 'Other',
};

/** A block as people say it. */
export const blockWord = (block: Key['block']): string => blockWords[block] ?? block;

const named = (value: string): Choice => ({ value, label: value });

export const departmentOptions: readonly Choice[] = keyDepartments.map(named);
export const categoryOptions: readonly Choice[] = keyCategories.map((value) => ({
  value,
  label: categoryWord(value),
}));
export const blockOptions: readonly Choice[] = keyBlocks.map((value) => ({
  value,
  label: blockWord(value),
}));
