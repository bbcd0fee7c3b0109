import { fittingName, type NameRules } from '@keydesk/shared/people/person-name';
import { recordAudit } from '../../core/audit/record.ts';
import type { NotificationDelivery } from '../../core/live/publisher.ts';
import type { Transaction } from '../../db/client.ts';
import { violatedConstraint } from '../../db/errors.ts';
import {
  findUserByEmail,
  notifyAdmins,
  recordProviderClaims,
  type UserRow,
  updateUser,
} from '../people/index.ts';

/** Verified claims of a provider. */
type ProviderClaims = { email: string; name?: string };

/**
 * Applies what changed at the provider since the last sign-in (`follows-provider`). The caller must
 * have locked the person's row. Returns the notifications to admins.
 */
export async function followProvider(
  tx: Transaction,
  person: UserRow,
  claims: ProviderClaims,
  rules: NameRules,
): Promise<NotificationDelivery[]> {
  const { id, name: oldName, email: oldEmail } = person;
  const email = await followAddress(tx, person, claims.email);
  const name = await followName(tx, { ...person, email }, claims.name, rules);
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
async function followAddress(tx: Transaction, person: UserRow, given: string): Promise<string> {
  if (person.providerEmail === given) return person.email;
  if ([person.providerEmail ?? person.email, person.email].some((known) => isSame(known, given))) {
    await recordProviderClaims(tx, person.id, { providerEmail: given });
    return person.email;
  }
  await tx.query('SAVEPOINT address');
  try {
    await updateUser(tx, person.id, { email: given, providerEmail: given });
    return given;
  } catch (error) {
    if (violatedConstraint(error) !== 'users_email') throw error;
    await tx.query('ROLLBACK TO SAVEPOINT address');
  }
  const holder = await findUserByEmail(tx, given);
  await refuse(tx, person.id, 'address-of-another', { holder: holder?.id }, { email: given });
  return person.email;
}

async function followName(
  tx: Transaction,
  person: UserRow,
  given: string | undefined,
  rules: NameRules,
): Promise<string> {
  if (given === undefined || given === person.providerName) return person.name;
  const follows = person.providerName !== null && !person.nameSetByAdmin;
  const fitting = follows ? fittingName(given, person.email, rules) : person.name;
  if (fitting === null) await refuse(tx, person.id, 'name-refused', {}, { name: given });
  if (fitting === null || fitting === person.name) {
    await recordProviderClaims(tx, person.id, { providerName: given });
    return person.name;
  }
  await updateUser(tx, person.id, { name: fitting, providerName: given });
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
  given: object,
): Promise<void> {
  await recordAudit(tx, {
    action: 'change-user-refused',
    actorId: subjectId,
    subjectId,
    method: 'provider',
    reason,
    details,
    personal: { told: given },
  });
}
