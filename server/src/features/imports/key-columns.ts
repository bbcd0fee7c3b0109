import type { KeyFields } from '@keydesk/shared/keys/key-fields';
import type { Columns } from '../../csv/csv-table.ts';

export type KeyColumn = keyof KeyFields;

/** The columns of a file of keys, read and written. */
export const keyColumns: Columns<KeyColumn> = {
  keyNumber: 'Key Number',
  keyName: 'Key Name',
  location: 'Location',
  description: 'Description',
  category: 'Category',
  department: 'Department',
  block: 'Block',
  frequentlyUsed: 'Frequently Used',
};
