import type { RegistrationDepartment } from '@keydesk/shared/campus/campus';
import type { Role } from '@keydesk/shared/http/roles';
import { nameFromEmail } from './local-identity.ts';

/** Addresses that exist in every demo, so that people and scripts can rely on them. */
export const fixedAddresses = {
  admin: 'admin@campus.test',
  security: 'security@campus.test',
  faculty: 'asha.rao@campus.test',
  pending: 'new.faculty@campus.test',
} as const;

type DemoPerson = {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly department: RegistrationDepartment | null;
  readonly facultyId: string | null;
  /** How many days ago they first signed in. */
  readonly joinedDaysAgo: number;
};

/** Faculty in the order of their IDs: those later in the list joined later. */
const faculty: readonly (readonly [string, RegistrationDepartment])[] = [
  ['asha.rao', 'CSE'],
  ['vikram.menon', 'ECE'],
  ['sunita.deshpande', 'EEE'],
  ['harish.kulkarni', 'MECH'],
  ['leela.krishnan', 'CIVIL'],
  ['imran.siddiqui', 'CSE'],
  ['padma.venkatesan', 'IT'],
  ['joseph.kurian', 'ECE'],
  ['meenakshi.pillai', 'CSE-AIML'],
  ['rohan.chatterjee', 'CSE'],
  ['farida.ansari', 'EEE'],
  ['sudhir.hegde', 'MECH'],
  ['tara.banerjee', 'IoT'],
  ['manoj.thakur', 'CIVIL'],
  ['kavya.shetty', 'CSE'],
  ['daniel.fernandes', 'IT'],
  ['nandini.joshi', 'CSE-AIML'],
  ['balaji.raman', 'ECE'],
  ['rukhsana.begum', 'IoT'],
  ['omkar.patil', 'MECH'],
  ['sneha.gokhale', 'CSE'],
  ['arvind.nambiar', 'EEE'],
  ['divya.subramaniam', 'IT'],
  ['prakash.solanki', 'CIVIL'],
  ['anjali.bhatt', 'CSE-AIML'],
  ['kiran.gowda', 'ECE'],
  ['zoya.mirza', 'CSE'],
  ['suresh.yadav', 'MECH'],
  ['ritu.malhotra', 'IoT'],
  ['gautam.bose', 'EEE'],
  ['ishita.sengupta', 'IT'],
  ['naveen.reddy', 'CSE-AIML'],
  ['lakshmi.iyer', 'CIVIL'],
];

/** Days since joining of the newest faculty, who joined within the period that reports cover. */
const newcomers = [81, 66, 58, 44, 31, 23, 17, 12, 5, 3];

export type Mailboxes = { adminEmail?: string | undefined; securityEmail?: string | undefined };

/** Everyone on the demo campus. The configured mailboxes are the admin's and the desk's. */
export function demoPeople({ adminEmail, securityEmail }: Mailboxes): DemoPerson[] {
  const people = [
    staff(adminEmail?.toLowerCase() ?? fixedAddresses.admin, 'Campus Admin', 'admin', 700),
    staff(
      securityEmail?.toLowerCase() ?? fixedAddresses.security,
      'Security Desk',
      'security',
      690,
    ),
    staff('ramesh.gurung@campus.test', 'Ramesh Gurung', 'security', 480),
    staff('operator@campus.test', 'Sarita Kamble', 'operator', 300),
    staff('responder@campus.test', 'Grace Dsouza', 'responder', 290),
    staff(fixedAddresses.pending, 'New Faculty', 'pending', 1),
    staff('deepa.kurup@campus.test', 'Deepa Kurup', 'pending', 2),
    ...faculty.map(facultyMember),
  ];
  const seen = new Set<string>();
  return people.filter(({ email }) => !seen.has(email) && seen.add(email));
}

function staff(email: string, name: string, role: Role, joinedDaysAgo: number): DemoPerson {
  return {
    email,
    name,
    role,
    department: null,
    facultyId: null,
    joinedDaysAgo,
  };
}

function facultyMember(
  [localPart, department]: (typeof faculty)[number],
  index: number,
): DemoPerson {
  return {
    email: `${localPart}@campus.test`,
    name: nameFromEmail(localPart),
    role: 'faculty',
    department,
    facultyId: `FAC${String(index + 1).padStart(3, '0')}`,
    joinedDaysAgo: facultyJoined(index),
  };
}

function facultyJoined(index: number): number {
  return newcomers[index - (faculty.length - newcomers.length)] ?? 620 - index * 18;
}
