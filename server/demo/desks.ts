import { newId } from '../src/db/ids.ts';
import type { desks, dutyPins, personCards } from '../src/db/schema.ts';
import type { KeyTableRow } from '../test/factories/keys.ts';
import type { LoanRow } from '../test/factories/loans.ts';
import { type UserRow, userRow } from '../test/factories/users.ts';
import type { DemoOptions } from './campus.ts';
import type { DemoData } from './demo-data.ts';

/** What a demo with several desks has besides: to be inserted in this order, around the rest. */
export type DemoDesks = DemoData & {
  readonly desks: (typeof desks.$inferInsert)[];
  readonly dutyPins: (typeof dutyPins.$inferInsert)[];
  readonly personCards: (typeof personCards.$inferInsert)[];
};

/** How a PIN and the text of an ID card are stored. */
export type DemoHashes = {
  hashPin: (pin: string) => Promise<string>;
  hashCard: (cardText: string) => Promise<Buffer>;
};

/** The guard of the demo who may begin duty by PIN. */
export const demoPin = { email: 'ramesh.gurung@campus.test', pin: '482913' };

/** What the reader types for the ID card of a demo person. */
export function demoCardText(facultyId: string): string {
  return `CAMPUS-CARD-${facultyId}-2025`;
}

const mainDesk = { name: 'Main Desk', place: 'Main building, entrance hall', phone: '2100' };
const northDesk = { name: 'North Desk', place: 'Block D, ground floor', phone: '2140' };
const northBlocks: readonly string[] = ['D', 'E', 'F', 'G', 'H', 'PG', 'HOSTEL'];

const moreGuards = [
  { email: 'anita.thapa@campus.test', name: 'Anita Thapa' },
  { email: 'bhola.rai@campus.test', name: 'Bhola Rai' },
];

const cardCount = 10;
const hooksPerCabinet = 40;
const guardsJoinedDaysAgo = 210;

/** Adds one desk or two, with a hook for every key. */
export function addDesks(data: DemoData, many: 'one' | 'several'): DemoDesks {
  const places = many === 'one' ? [mainDesk] : [mainDesk, northDesk];
  const desks = places.map((desk, index) => ({ ...desk, id: newId(), position: index + 1 }));
  const deskOf = ({ block }: KeyTableRow) => desks[northBlocks.includes(block) ? 1 : 0] ?? desks[0];
  const keys = desks.flatMap((desk) =>
    hungUp(
      data.keys.filter((key) => deskOf(key) === desk),
      desk.id,
    ),
  );
  return { ...noDesks(data), keys, loans: atDesks(data.loans, keys), desks };
}

export function noDesks(data: DemoData): DemoDesks {
  return { ...data, desks: [], dutyPins: [], personCards: [] };
}

/** Adds two guards beside the demo's own, a PIN and ID cards. */
export async function addGuards(
  data: DemoDesks,
  { now, issuer, subjectOf }: DemoOptions,
  { hashPin, hashCard }: DemoHashes,
): Promise<DemoDesks> {
  const joined = new Date(now.getTime() - guardsJoinedDaysAgo * 86_400_000);
  const guards = moreGuards.map(({ email, name }) =>
    userRow({
      id: newId(),
      email,
      name,
      role: 'security',
      issuer,
      subject: subjectOf(email),
      createdAt: joined,
      updatedAt: joined,
    }),
  );
  const pinned = data.users.find(({ email }) => email === demoPin.email);
  const pinHash = await hashPin(demoPin.pin);
  return {
    ...data,
    users: [...data.users, ...guards],
    dutyPins: pinned ? [{ userId: pinned.id, hash: pinHash }] : [],
    personCards: await cardsOf(data.users, hashCard),
  };
}

/** The keys of a desk on its hooks, in the order of their numbers. */
function hungUp(keys: readonly KeyTableRow[], deskId: string): KeyTableRow[] {
  return keys
    .toSorted((one, other) => byNumber(one.keyNumber, other.keyNumber))
    .map((key, index) => {
      const cabinet = Math.floor(index / hooksPerCabinet) + 1;
      return { ...key, deskId, hook: `Cabinet ${cabinet} · ${(index % hooksPerCabinet) + 1}` };
    });
}

const byNumber = new Intl.Collator('en', { numeric: true }).compare;

/** Every key was handed out and taken back where it hangs. */
function atDesks(loans: readonly LoanRow[], keys: readonly KeyTableRow[]): LoanRow[] {
  const homes = new Map(keys.map(({ id, deskId }) => [id, deskId]));
  return loans.map((loan) => {
    const deskId = homes.get(loan.keyId) ?? null;
    return { ...loan, deskId, returnDeskId: loan.returnedAt && deskId };
  });
}

/** The cards of the first faculty members; the admin taught them to the desk. */
async function cardsOf(people: readonly UserRow[], hashCard: DemoHashes['hashCard']) {
  const admin = people.find(({ role }) => role === 'admin');
  if (!admin) return [];
  const holders = people
    .flatMap(({ id, role, facultyId }) =>
      role === 'faculty' && facultyId ? [{ id, facultyId }] : [],
    )
    .toSorted((one, other) => byNumber(one.facultyId, other.facultyId))
    .slice(0, cardCount);
  return Promise.all(
    holders.map(async ({ id, facultyId }) => ({
      userId: id,
      cardHash: await hashCard(demoCardText(facultyId)),
      addedBy: admin.id,
    })),
  );
}
