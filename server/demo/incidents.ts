import { newId } from '../src/db/ids.ts';
import type { countMisses, countScans, counts, incidents } from '../src/db/schema.ts';
import type { DemoDesks } from './desks.ts';

/** What a demo tells of keys that are not as they should be: to be inserted after the loans. */
export type DemoIncidents = {
  readonly counts: (typeof counts.$inferInsert)[];
  readonly misses: (typeof countMisses.$inferInsert)[];
  readonly scans: (typeof countScans.$inferInsert)[];
  readonly incidents: (typeof incidents.$inferInsert)[];
};

const countedKeys = 12;
const hourMs = 3_600_000;

/** A lost key, a damaged one, and a missing one that yesterday's count of twelve keys found out. */
export function demoIncidents({ users, keys, loans, desks }: DemoDesks, now: Date): DemoIncidents {
  const ago = (hours: number) => new Date(now.getTime() - hours * hourMs);
  const guard = users.find(({ role }) => role === 'security');
  const [desk] = desks;
  const open = loans.filter(({ returnedAt }) => returnedAt === null);
  const lost = open.find(({ takenAt }) => takenAt < ago(30));
  const away = new Set(
    loans.filter((loan) => !loan.returnedAt || loan.returnedAt > ago(30)).map(({ keyId }) => keyId),
  );
  const hanging = keys.filter(({ id, deskId }) => deskId === desk?.id && !away.has(id));
  // How many hang there depends on the hour.
  const step = Math.max(1, Math.floor(hanging.length / (countedKeys + 1)));
  const counted = hanging.filter((_, index) => index % step === 0).slice(0, countedKeys);
  const [missing, ...seen] = counted.toReversed();
  const damaged = hanging.find((key) => !counted.includes(key));
  if (!guard || !desk || !lost || !missing || !damaged)
    throw new Error('The demo has nothing to report');
  const countId = newId();
  const result = {
    seen: seen.length,
    missing: [missing.id],
    hereThoughOut: [],
    elsewhere: [],
    unknown: 0,
  };
  return {
    counts: [
      {
        id: countId,
        deskId: desk.id,
        scope: 'random',
        part: counted.map(({ id }) => id),
        expected: counted.map(({ id }) => id),
        begunBy: guard.id,
        begunAt: ago(26),
        closedBy: guard.id,
        closedAt: ago(25.8),
        result,
      },
    ],
    misses: [{ countId, keyId: missing.id, at: ago(25.8) }],
    scans: seen.map(({ id }, index) => ({
      countId,
      tag: id,
      keyId: id,
      by: guard.id,
      at: ago(26 - index * 0.01),
    })),
    incidents: [
      {
        keyId: lost.keyId,
        loanId: lost.id,
        kind: 'lost',
        blocks: true,
        reportedBy: lost.holderId,
        reportedAt: ago(20),
        lastSeen: 'Canteen',
      },
      {
        keyId: missing.id,
        kind: 'missing',
        blocks: true,
        reportedBy: guard.id,
        reportedAt: ago(25.7),
      },
      {
        keyId: damaged.id,
        kind: 'damaged',
        blocks: false,
        reportedBy: guard.id,
        reportedAt: ago(50),
        note: 'Bent, turns only with care',
      },
    ],
  };
}
