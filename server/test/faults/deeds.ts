import { api } from '@keydesk/shared/api';
import type { QrPayload } from '@keydesk/shared/handovers/qr-payload';
import type { Answer, Visitor } from '../visitor.ts';
import type { Client } from './client.ts';

/** A handover that was confirmed: the database must know it for ever. */
export type Deed = {
  kind: 'hand-out' | 'take-back';
  loanId: string;
  keyId: string;
  holderId: string;
  deskId: string;
  /** The secret of the code that it used up, if it used one. */
  secret: string | null;
};

type CodeAnswer = { data: { qrText: string; qrData: QrPayload } };
type KeyAnswer = { data: { key: { loanId: string | null } } };

const secretOf = (payload: QrPayload): string =>
  'requestId' in payload ? payload.requestId : payload.returnId;

const issue = async (client: Client, body: Record<string, unknown>) => {
  const answer = await client.persist(() => client.holder.call(api.issueCode, { body }));
  if (answer?.status !== 200) return undefined;
  const { data } = answer.body as CodeAnswer;
  return { qrText: data.qrText, secret: secretOf(data.qrData) };
};

/** Both desks scan at the same time; the one that is confirmed answers. */
const scannedByBoth = async (client: Client, scan: (desk: Visitor) => Promise<Answer>) => {
  const answers = await Promise.all(
    client.desks.map(async (desk) => ({ desk, answer: await client.persist(() => scan(desk)) })),
  );
  const confirmed = answers.flatMap(({ desk, answer }) =>
    answer?.status === 200 ? [{ desk, body: answer.body }] : [],
  );
  if (confirmed.length > 1) client.surprise('two desks were confirmed for one code');
  return confirmed[0];
};

/** Hands a key to the client's holder by code; answers with its loan. */
export const giveByCode = async (client: Client, keyId: string): Promise<string | undefined> => {
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
};

type Out = { keyId: string; loanId: string };

const tookBack = (client: Client, desk: Visitor, secret: string | null, out: readonly Out[]) => {
  for (const { keyId, loanId } of out)
    client.did({
      kind: 'take-back',
      loanId,
      keyId,
      holderId: client.holder.user.id,
      deskId: desk.user.id,
      secret,
    });
};

export const returnByCode = async (client: Client, out: Out): Promise<void> => {
  const code = await issue(client, { type: 'key-return', keyId: out.keyId });
  if (!code) return;
  const body = { qrData: code.qrText, loanId: out.loanId };
  const done = await scannedByBoth(client, (desk) => desk.call(api.scanReturn, { body }));
  if (done) tookBack(client, done.desk, code.secret, [out]);
};

export const returnBatch = async (client: Client, out: readonly Out[]): Promise<void> => {
  const code = await issue(client, { type: 'batch-return', keyIds: out.map((one) => one.keyId) });
  if (!code) return;
  const body = { qrData: code.qrText };
  const done = await scannedByBoth(client, (desk) => desk.call(api.batchReturn, { body }));
  if (done) tookBack(client, done.desk, code.secret, out);
};

/** Collects a key, from whatever loan is open unless one is named. */
export const collect = async (client: Client, keyId: string, loanId?: string): Promise<void> => {
  const [desk] = client.desks;
  const options = { params: { id: keyId }, body: loanId ? { loanId } : {} };
  const answer = await client.persist(() => desk.call(api.collectKey, options));
  if (answer?.status === 200 && loanId) tookBack(client, desk, null, [{ keyId, loanId }]);
};
