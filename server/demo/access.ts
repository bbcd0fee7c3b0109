import { newId } from '../src/db/ids.ts';
import type { accessRequests, accessRules, groupMembers, groups } from '../src/db/schema.ts';
import { type KeyTableRow, keyRow } from '../test/factories/keys.ts';
import type { DemoDesks } from './desks.ts';
import { fixedAddresses } from './people.ts';

/** What a demo with access rules has besides: to be inserted in this order, after the rest. */
export type DemoAccess = {
  readonly keys: KeyTableRow[];
  readonly groups: (typeof groups.$inferInsert)[];
  readonly members: (typeof groupMembers.$inferInsert)[];
  readonly rules: (typeof accessRules.$inferInsert)[];
  readonly requests: (typeof accessRequests.$inferInsert)[];
};

/** The owner of the laser lab, who decides about requests for its key. */
const ownerEmail = 'vikram.menon@campus.test';
const expiredEmail = 'imran.siddiqui@campus.test';
const askingEmail = 'leela.krishnan@campus.test';

const dayMs = 86_400_000;
const weekdays = [1, 2, 3, 4, 5];
const everyDay = [...weekdays, 6, 7];

/**
 * A laser lab for people who were trained and a master key for guards, both keys of their own, so that
 * all others stay free for everyone.
 */
export function demoAccess({ users, desks }: DemoDesks, now: Date): DemoAccess {
  const idOf = (email: string) => {
    const person = users.find((user) => user.email === email);
    if (!person) throw new Error(`The demo has nobody with the address ${email}`);
    return person.id;
  };
  const admin = users.find(({ role }) => role === 'admin')?.id ?? idOf(fixedAddresses.admin);
  const from = (days: number) => new Date(now.getTime() + days * dayMs);
  const place = { deskId: desks[0]?.id ?? null, createdAt: from(-400), updatedAt: from(-400) };
  const lab = keyRow({
    ...place,
    id: newId(),
    keyNumber: 'LASER-001',
    keyName: 'Laser Lab',
    location: 'PG Block, Room 205',
    category: 'lab',
    department: 'RESEARCH',
    block: 'PG',
    level: 'restricted',
    ownerId: idOf(ownerEmail),
    hook: 'Safe · 1',
  });
  const master = keyRow({
    ...place,
    id: newId(),
    keyNumber: 'MK-001',
    keyName: 'Master Key',
    location: 'Main Building',
    category: 'security',
    department: 'ADMIN',
    block: 'MAIN',
    level: 'high',
    hook: 'Safe · 2',
  });
  const trained = { id: newId(), name: 'Laser trained', createdAt: from(-390) };
  const member = { groupId: trained.id, validFrom: from(-385), addedBy: admin };
  const rule = { weekdays: everyDay, createdBy: admin, createdAt: from(-380) };
  return {
    keys: [lab, master],
    groups: [trained],
    members: [
      { ...member, userId: idOf(fixedAddresses.faculty), validUntil: from(200) },
      { ...member, userId: idOf(expiredEmail), validUntil: from(-20) },
    ],
    rules: [
      {
        ...rule,
        target: 'key',
        targetId: lab.id,
        effect: 'allow',
        subject: 'group',
        subjectId: trained.id,
        weekdays,
        fromTime: '08:00',
        toTime: '20:00',
        note: 'The training is renewed every year',
      },
      {
        ...rule,
        target: 'key',
        targetId: lab.id,
        effect: 'deny',
        subject: 'everyone',
        fromTime: '22:00',
        toTime: '06:00',
        note: 'Nobody works there alone at night',
      },
      {
        ...rule,
        target: 'key',
        targetId: master.id,
        effect: 'allow',
        note: '',
        subject: 'role',
        subjectId: 'security',
      },
    ],
    requests: [
      {
        keyId: lab.id,
        userId: idOf(askingEmail),
        step: 0,
        createdAt: from(-1 / 24),
        purpose: 'Aligning the new optics',
        wantedUntil: from(5),
        expiresAt: from(5),
      },
    ],
  };
}
