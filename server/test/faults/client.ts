import { setTimeout as delay } from 'node:timers/promises';
import { api } from '@keydesk/shared/api';
import { appError } from '@keydesk/shared/core/errors';
import type { QrPayload } from '@keydesk/shared/loans/qr-payload';
import type { Answer, TestClient } from '../test-client.ts';

/** A holder and their two desks, with keys that no other client moves. */
export type Client = {
  holder: TestClient;
  desks: readonly [TestClient, TestClient];
  keyIds: readonly string[];
  /** Repeats a call until the server decides it; undefined when the load ends before. */
  persist(call: () => Promise<Answer>): Promise<Answer | undefined>;
  did(action: ConfirmedAction): void;
  surprise(what: string): void;
};

export type Undecided = { refused: number; unanswered: number };

const undecided = (['DATABASE_UNAVAILABLE', 'OUTCOME_UNKNOWN'] as const).map((code) =>
  JSON.stringify({ success: false, message: appError(code).message, error: { code } }),
);

const pauseMs = 20;

const expected = [200, 409];

type Hooks = {
  isOver(): boolean;
  undecided: Undecided;
  confirmed(begun: number): void;
  surprise(what: string): void;
};

/** Repeats a call like a guard who presses Try again. */
export function persistent(hooks: Hooks) {
  return async (call: () => Promise<Answer>): Promise<Answer | undefined> => {
    while (!hooks.isOver()) {
      const answer = await attempt(call, hooks);
      if (answer) return answer;
      await delay(pauseMs);
    }
    return undefined;
  };
}

/** A deciding answer, or undefined if the call may be repeated. */
async function attempt(call: () => Promise<Answer>, hooks: Hooks): Promise<Answer | undefined> {
  const begun = performance.now();
  const answer = await call().catch((error: Error) => {
    // Without a process to answer, fetch throws a TypeError.
    if (!(error instanceof TypeError)) hooks.surprise(error.message);
    hooks.undecided.unanswered += 1;
  });
  if (!answer) return undefined;
  if (answer.status === 200) hooks.confirmed(begun);
  if (expected.includes(answer.status)) return answer;
  // Repeating refused calls during a long fault reaches the rate limit at some point.
  if (answer.status === 429) {
    hooks.undecided.refused += 1;
    await delay(1_000 * Number(answer.headers.get('retry-after')));
    return undefined;
  }
  const text = JSON.stringify(answer.body);
  if (!undecided.includes(text)) hooks.surprise(`${answer.status} ${text}`);
  if (answer.status < 500) return answer;
  hooks.undecided.refused += 1;
  return undefined;
}

export type ConfirmedAction = {
  kind: 'hand-out' | 'take-back';
  loanId: string;
  keyId: string;
  holderId: string;
  deskId: string;
  /** The secret of the used code, if there was one. */
  secret: string | null;
};

type CodeAnswer = { data: { qrText: string; qrData: QrPayload } };
type KeyAnswer = { data: { key: { loanId: string | null } } };

export async function giveByCode(client: Client, keyId: string): Promise<string | undefined> {
  const code = await issue(client, { type: 'key-request', keyId });
  if (!code) return undefined;
  const body = { qrData: code.qrText };
  const done = await scannedByBoth(client, (desk) => desk.call(api.scanRequest, { body }));
  if (!done) return undefined;
  const loanId = (done.body as KeyAnswer).data.key.loanId ?? '';
  client.did({
    kind: 'hand-out',
    loanId,
    keyId,
    holderId: client.holder.user.id,
    deskId: done.desk.user.id,
    secret: code.secret,
  });
  return loanId;
}

async function issue(client: Client, body: Record<string, unknown>) {
  const answer = await client.persist(() => client.holder.call(api.issueCode, { body }));
  if (answer?.status !== 200) return undefined;
  const { data } = answer.body as CodeAnswer;
  return { qrText: data.qrText, secret: secretOf(data.qrData) };
}

function secretOf(payload: QrPayload): string {
  return 'requestId' in payload ? payload.requestId : payload.returnId;
}

/** Both desks scan at the same time; resolves to the confirmed answer. */
async function scannedByBoth(client: Client, scan: (desk: TestClient) => Promise<Answer>) {
  const answers = await Promise.all(
    client.desks.map(async (desk) => ({ desk, answer: await client.persist(() => scan(desk)) })),
  );
  const confirmed = answers.flatMap(({ desk, answer }) =>
    answer?.status === 200 ? [{ desk, body: answer.body }] : [],
  );
  if (confirmed.length > 1) client.surprise('two desks were confirmed for one code');
  return confirmed[0];
}

type Out = { keyId: string; loanId: string };

export async function returnByCode(client: Client, out: Out): Promise<void> {
  const code = await issue(client, { type: 'key-return', keyId: out.keyId });
  if (!code) return;
  const body = { qrData: code.qrText, loanId: out.loanId };
  const done = await scannedByBoth(client, (desk) => desk.call(api.scanReturn, { body }));
  if (done) tookBack(client, done.desk, code.secret, [out]);
}

function tookBack(client: Client, desk: TestClient, secret: string | null, out: readonly Out[]) {
  for (const { keyId, loanId } of out)
    client.did({
      kind: 'take-back',
      loanId,
      keyId,
      holderId: client.holder.user.id,
      deskId: desk.user.id,
      secret,
    });
}

export async function returnBatch(client: Client, out: readonly Out[]): Promise<void> {
  const code = await issue(client, { type: 'batch-return', keyIds: out.map((one) => one.keyId) });
  if (!code) return;
  const body = { qrData: code.qrText };
  const done = await scannedByBoth(client, (desk) => desk.call(api.batchReturn, { body }));
  if (done) tookBack(client, done.desk, code.secret, out);
}

/** Collects a key, whatever its loan is unless one is named. */
export async function collect(client: Client, keyId: string, loanId?: string): Promise<void> {
  const [desk] = client.desks;
  const options = { params: { id: keyId }, body: loanId ? { loanId } : {} };
  const answer = await client.persist(() => desk.call(api.collectKey, options));
  if (answer?.status === 200 && loanId) tookBack(client, desk, null, [{ keyId, loanId }]);
}
