import { api } from '@keydesk/shared/api';
import type { VisitorAnswer } from '@keydesk/shared/core/visitor-answers';
import { eq } from 'drizzle-orm';
import type { Database } from '../src/db/client.ts';
import { visitors } from '../src/db/schema.ts';
import { nextNumber } from './factories/numbering.ts';
import type { TestClient } from './test-client.ts';

/** A phone number that is unique in the tests. */
export function newPhone(): string {
  return `+9198${String(nextNumber()).padStart(8, '0')}`;
}

/** The desk's input for a visitor whose sponsor is this person, until tomorrow. */
export function visitorOf(sponsor: TestClient, changed: Record<string, unknown> = {}) {
  return {
    name: 'Ravi',
    phone: newPhone(),
    organisation: 'Voltas',
    sponsorId: sponsor.user.id,
    validUntil: new Date(Date.now() + 86_400_000).toISOString(),
    ...changed,
  };
}

export async function entered(
  desk: TestClient,
  sponsor: TestClient,
  changed: Record<string, unknown> = {},
): Promise<string> {
  const { data } = await desk.get(api.enterVisitor, { body: visitorOf(sponsor, changed) });
  return data.person.id;
}

/** A visitor whose sponsor has confirmed them. */
export async function confirmedVisitor(
  { db }: { db: Database },
  desk: TestClient,
  sponsor: TestClient,
  changed: Record<string, unknown> = {},
): Promise<string> {
  const id = await entered(desk, sponsor, changed);
  await sponsor.get(api.answerVisitor, await answerTo({ db }, id, 'confirmed'));
  return id;
}

/** The answer to the latest question about a visitor, as a call sends it. */
export async function answerTo(
  { db }: { db: Database },
  visitorId: string,
  answer: VisitorAnswer,
): Promise<{ params: { id: string }; body: { answer: VisitorAnswer } }> {
  const [row] = await db.orm.select().from(visitors).where(eq(visitors.userId, visitorId));
  return { params: { id: row?.askId ?? '' }, body: { answer } };
}
