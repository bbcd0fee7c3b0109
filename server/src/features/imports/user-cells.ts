import {
  type RegistrationDepartment,
  registrationDepartments,
} from '@keydesk/shared/users/department';
import { facultyIdSchema, personNameSchema } from '@keydesk/shared/users/person-fields';
import { tidyName } from '@keydesk/shared/users/person-name';
import { type Role, roles } from '@keydesk/shared/users/role';
import { z } from 'zod';
import type { TableRow } from '../../csv/csv-table.ts';
import { choose } from './choose.ts';
import type { UserColumn } from './user-columns.ts';

/** What a file gives of a person; a field that it does not give stays as it is. */
export type UserFacts = {
  email: string;
  name?: string;
  role?: Role;
  department?: RegistrationDepartment;
  facultyId?: string;
};

export type ReadUser = { facts: UserFacts; problems: string[] };

const emailSchema = z.email('Email is not valid').max(254, 'Email is too long');

const departmentChoice = {
  name: 'Department',
  values: registrationDepartments.map(({ value }) => value),
};
const roleChoice = { name: 'Role', values: roles };

const firstMessage = (parsed: z.ZodSafeParseResult<unknown>): string[] =>
  parsed.success ? [] : [parsed.error.issues[0]?.message ?? 'Invalid'];

/** The facts that a row gives; an empty cell gives none, but for name and address. */
export const readUserCells = ({ cells, problems: structural }: TableRow<UserColumn>): ReadUser => {
  const { name, email = '', role = '', department = '', facultyId = '' } = cells;
  const problems = [
    ...structural,
    ...(email === '' ? ['Email is required'] : firstMessage(emailSchema.safeParse(email))),
    ...(name === undefined ? [] : firstMessage(personNameSchema.safeParse(name))),
    ...(facultyId === '' ? [] : firstMessage(facultyIdSchema.safeParse(facultyId))),
  ];
  const chosen = {
    role: role === '' ? null : choose(roleChoice, role),
    department: department === '' ? null : choose(departmentChoice, department),
  };
  for (const choice of [chosen.role, chosen.department])
    if (choice?.problem) problems.push(choice.problem);
  return {
    facts: {
      email,
      ...(name !== undefined && { name: tidyName(name) }),
      ...(chosen.role?.value && { role: chosen.role.value as Role }),
      ...(chosen.department?.value && {
        department: chosen.department.value as RegistrationDepartment,
      }),
      ...(facultyId !== '' && { facultyId }),
    },
    problems,
  };
};
