import { fittingName, type NameRules } from '@keydesk/shared/people/person-name';
import { recordAudit } from '../../core/audit/record.ts';
import type { NotificationDelivery } from '../../core/live/publisher.ts';
import type { Transaction } from '../../db/client.ts';
import { violatedConstraint } from '../../db/errors.ts';
import {
  findUserByEmail,
  notifyAdmins,
  recordTold,
  type UserRow,
  updateUser,
} from '../people/index.ts';

/** Verified claims of a provider. */
type Told = { email: string; name?: string };

/**
 * Applies what changed at the provider since the last sign-in (`follows-provider`). The caller must
 * have locked the person's row. Returns the notifications to admins.
 */
export async function followProvider(
  tx: Transaction,
  person: UserRow,
  told: Told,
  rules: NameRules,
): Promise<NotificationDelivery[]> {
  const { id, name: oldName, email: oldEmail } = person;
  const email = await followAddress(tx, person, told.email);
  const name = await followName(tx, { ...person, email }, told.name, rules);
  if (email === oldEmail && name === oldName) return [];
  await recordAudit(tx, {
    action: 'change-user',
    actorId: id,
    subjectId: id,
    method: 'provider',
    personal: { before: { name: oldName, email: oldEmail }, after: { name, email } },
  });
  const about = { aboutId: id, facts: { person: { id, name }, email } };
  const address = { ...about, facts: { ...about.facts, before: oldEmail } };
  const renamed = { ...about, facts: { ...about.facts, before: oldName } };
  return [
    ...(email === oldEmail
      ? []
      : await notifyAdmins(tx, { template: 'address-changed', ...address }, id)),
    ...(name === oldName
      ? []
      : await notifyAdmins(tx, { template: 'name-changed', ...renamed }, id)),
  ];
}

/** An address that belongs to another person here is checked again at each sign-in. */
async function followAddress(tx: Transaction, person: UserRow, told: string): Promise<string> {
  if (person.providerEmail === told) return person.email;
  if ([person.providerEmail ?? person.email, person.email].some((known) => isSame(known, told))) {
    await recordTold(tx, person.id, { providerEmail: told });
    return person.email;
  }
  await tx.query('SAVEPOINT address');
  try {
    await updateUser(tx, person.id, { email: told, providerEmail: told });
    return told;
  } catch (error) {
    if (violatedConstraint(error) !== 'users_email') throw error;
    await tx.query('ROLLBACK TO SAVEPOINT address');
  }
  const holder = await findUserByEmail(tx, told);
  await refuse(tx, person.id, 'address-of-another', { holder: holder?.id }, { email: told });
  return person.email;
}

async function followName(
  tx: Transaction,
  person: UserRow,
  told: string | undefined,
  rules: NameRules,
): Promise<string> {
  if (told === undefined || told === person.providerName) return person.name;
  const follows = person.providerName !== null && !person.nameSetByAdmin;
  const fitting = follows ? fittingName(told, person.email, rules) : person.name;
  if (fitting === null) await refuse(tx, person.id, 'name-refused', {}, { name: told });
  if (fitting === null || fitting === person.name) {
    await recordTold(tx, person.id, { providerName: told });
    return person.name;
  }
  await updateUser(tx, person.id, { name: fitting, providerName: told });
  return fitting;
}

function isSame(address: string, other: string): boolean {
  return address.toLowerCase() === other.toLowerCase();
}

async function refuse(
  tx: Transaction,
  subjectId: string,
  reason: 'address-of-another' | 'name-refused',
  details: object,
  told: object,
): Promise<void> {
  await recordAudit(tx, {
    action: 'change-user-refused',
    actorId: subjectId,
    subjectId,
    method: 'provider',
    reason,
    details,
    personal: { told },
  });
}
