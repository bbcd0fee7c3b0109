import type { FiledKey } from '../keys/key-fields.ts';

/** The columns of a file of keys, for import and export. */
export const keyColumns = {
  keyNumber: 'Key Number',
  keyName: 'Key Name',
  location: 'Location',
  description: 'Description',
  category: 'Category',
  department: 'Department',
  block: 'Block',
  frequentlyUsed: 'Frequently Used',
  deskId: 'Desk',
  hook: 'Hook',
} as const satisfies Record<keyof FiledKey, string>;

/** The columns of a list of access to keys. Days are those of the campus; the last one counts too. */
export const grantColumns = {
  keyNumber: 'Key Number',
  email: 'Email',
  from: 'From',
  until: 'Until',
} as const;

/** The columns of a file of people, for import and export. */
export const userColumns = {
  name: 'Name',
  email: 'Email',
  role: 'Role',
  department: 'Department',
  facultyId: 'Faculty ID',
} as const;
