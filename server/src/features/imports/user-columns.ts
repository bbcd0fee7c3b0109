import type { Columns } from '../../csv/csv-table.ts';

/** What a file says of a person. */
export type UserColumn = 'name' | 'email' | 'role' | 'department' | 'facultyId';

/** The columns of a file of people, read and written. */
export const userColumns: Columns<UserColumn> = {
  name: 'Name',
  email: 'Email',
  role: 'Role',
  department: 'Department',
  facultyId: 'Faculty ID',
};
