import { api } from '@keydesk/shared/api';
import type { Visitor } from '../../visitor.ts';
import type { Act } from './acts.ts';
import { type CampusState, type KnownCode, rememberCode, somewhere } from './campus-state.ts';
import { type Recorder, secretIn } from './recorder.ts';

type Issue = {
  kind: 'issue-request' | 'issue-return' | 'issue-batch';
  scan: KnownCode['scan'];
  body: Record<string, unknown>;
  keyIds: readonly string[];
};

const issue = async (state: CampusState, { ask }: Recorder, caller: Visitor, wanted: Issue) => {
  const { kind, scan, body, keyIds } = wanted;
  const owner = caller.user.id;
  const isLost = state.random.chance(0.01);
  const answer = await ask(
    somewhere(state, caller),
    { kind, keyIds, owner },
    [api.issueCode, { body }],
    isLost,
  );
  if (answer?.status !== 200) return;
  const { qrText } = answer.body.data as { qrText: string };
  rememberCode(state, { scan, secret: secretIn(answer) ?? '', qrText, owner, keyIds });
};

export const requestKey: Act = (state, recorder) => {
  const keyId = state.random.pick(state.keyIds);
  return issue(state, recorder, state.random.pick(state.people.faculty), {
    kind: 'issue-request',
    scan: 'scan-request',
    body: { type: 'key-request', keyId },
    keyIds: [keyId],
  });
};

/** Mostly the one who was last seen with the key. */
const returnerOf = ({ seen, people, random }: CampusState, keyId: string): Visitor => {
  const holder = people.faculty.find(({ user }) => user.id === seen.get(keyId)?.holder);
  return holder && random.chance(0.9) ? holder : random.pick(people.faculty);
};

export const wishToReturn: Act = (state, recorder) => {
  const keyId = state.random.pick(state.keyIds);
  return issue(state, recorder, returnerOf(state, keyId), {
    kind: 'issue-return',
    scan: 'scan-return',
    body: { type: 'key-return', keyId },
    keyIds: [keyId],
  });
};

export const wishToReturnMany: Act = async (state, recorder) => {
  const { random, keyIds: all, seen, people } = state;
  const keyIds = all.filter((id) => seen.has(id)).slice(0, random.between(1, 4));
  if (keyIds.length === 0) return;
  await issue(state, recorder, random.pick(people.faculty), {
    kind: 'issue-batch',
    scan: 'scan-batch',
    body: { type: 'batch-return', keyIds },
    keyIds,
  });
};
