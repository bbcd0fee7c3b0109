import { type FiledFieldName, filedFields, keyFields } from '../keys/key-fields.ts';
import { type PersonFieldName, personFieldNames, personFields } from '../users/user.ts';

/** The columns of a file of keys, for import and export. */
export const keyColumns = Object.fromEntries(
  filedFields.map((name) => [name, keyFields[name].column]),
) as Readonly<Record<FiledFieldName, string>>;

/** The columns of a list of access to keys. Days are those of the campus; the last one counts too. */
export const grantColumns = {
  keyNumber: 'Key Number',
  email: 'Email',
  from: 'From',
  until: 'Until',
} as const;

/** The columns of a file of people, for import and export. */
export const userColumns = Object.fromEntries(
  personFieldNames.map((name) => [name, personFields[name].column]),
) as Readonly<Record<PersonFieldName, string>>;
