import { vi } from 'vitest';
import { closed, loanRow, promise } from '../../../../test/factories/loans.ts';
import { insertUser } from '../../../../test/factories/users.ts';
import { startTestApp, type TestApp } from '../../../../test/test-app.ts';
import type { TestClient } from '../../../../test/test-client.ts';
import { loans, signIns } from '../../../db/schema.ts';

const berlin = 'Europe/Berlin';

/** 10:00 on Wednesday 1 April 2026 in Berlin, three days after the clocks went forward. */
export const april1st = new Date('2026-04-01T08:00:00Z');

/** Stops the clock for the application; timers run on. */
export function stopClocksAt(now: Date): void {
  vi.useFakeTimers({ toFake: ['Date'], now });
}

/** The campus of the tests, in Berlin by default, with the person who reads its reports. */
export type BerlinCampus = {
  campus: TestApp;
  admin: TestClient;
  deskId: string;
  /** Hands a key out at this moment, for an hour or for good. */
  lend(keyId: string, holderId: string, at: string, back?: 'in an hour' | 'never'): Promise<void>;
  signIn(userId: string, at: string): Promise<void>;
};

export async function openBerlin(variables: Record<string, string> = {}): Promise<BerlinCampus> {
  const campus = await startTestApp({ CAMPUS_TIMEZONE: berlin, ...variables });
  const admin = await campus.person('admin');
  const desk = await insertUser(campus.db, { role: 'security' });
  return {
    campus,
    admin,
    deskId: desk.id,
    async lend(keyId, holderId, at, back = 'in an hour') {
      const takenAt = new Date(at);
      const due = promise(takenAt, berlin);
      const open = loanRow({ keyId, holderId, handedBy: desk.id, takenAt, ...due });
      await campus.db.orm.insert(loans).values(back === 'never' ? open : closed(open));
    },
    async signIn(userId, at) {
      await campus.db.orm.insert(signIns).values({ userId, at: new Date(at) });
    },
  };
}

/** Loans around midnight, around the change of clocks on 29 March, and around the month's end. */
export async function tellOfMarch({ campus, lend, signIn }: BerlinCampus) {
  const { db } = campus;
  const hall = await campus.key({ keyNumber: 'A', keyName: 'Hall', department: 'CSE' });
  const room = await campus.key({ keyNumber: 'B', keyName: 'Room', department: 'CSE' });
  const shed = await campus.key({ keyNumber: 'C', keyName: 'Shed', department: 'EEE' });
  await campus.key({ keyNumber: 'D', department: 'CSE' });
  await campus.key({ keyNumber: 'E', department: 'COMMON' });
  await campus.key({ keyNumber: 'F', department: 'CSE', deletedAt: new Date() });
  const asha = await insertUser(db, { department: 'CSE' });
  const ravi = await insertUser(db, { department: 'EEE' });
  const nina = await insertUser(db, { department: 'MECH' });
  const omar = await insertUser(db, { department: 'CSE' });
  const gone = await insertUser(db, { department: 'CSE', deletedAt: new Date() });
  await lend(hall.id, nina.id, '2026-03-25T23:59:00+01:00');
  await lend(room.id, ravi.id, '2026-03-26T00:00:00+01:00');
  await lend(hall.id, asha.id, '2026-03-28T23:30:00+01:00');
  await lend(room.id, ravi.id, '2026-03-29T00:30:00+01:00');
  await lend(hall.id, asha.id, '2026-03-29T01:30:00+01:00');
  await lend(shed.id, ravi.id, '2026-03-29T03:30:00+02:00');
  await lend(hall.id, asha.id, '2026-03-29T23:59:00+02:00');
  await lend(room.id, ravi.id, '2026-03-30T00:00:00+02:00');
  await lend(hall.id, asha.id, '2026-03-31T23:59:59+02:00');
  await lend(shed.id, ravi.id, '2026-04-01T00:00:00+02:00');
  await lend(hall.id, asha.id, '2026-04-01T09:15:00+02:00', 'never');
  await signIn(omar.id, '2026-03-30T14:00:00+02:00');
  await signIn(gone.id, '2026-03-30T14:00:00+02:00');
  return { hall, room, shed, asha, ravi };
}
