import { api } from '@keydesk/shared/api';
import type { TestClient } from '../../test-client.ts';
import {
  atRandomProcess,
  type CampusState,
  type KnownCode,
  rememberCode,
  rememberKey,
} from './campus-state.ts';
import { type Recorder, secretIn } from './recorder.ts';

export type Action = (state: CampusState, recorder: Recorder) => Promise<unknown>;

function aDesk(state: CampusState): TestClient {
  return atRandomProcess(state, state.random.pick(state.people.desks));
}

function anyKey({ random, keyIds }: CampusState): string {
  return random.pick(keyIds);
}

export const readKey: Action = async (state, { ask }) => {
  const id = anyKey(state);
  const answer = await ask(aDesk(state), { kind: 'read', keyIds: [id] }, [
    api.getKey,
    { params: { id } },
  ]);
  rememberKey(state, id, answer);
};

export const takeKey: Action = async (state, { ask }) => {
  const id = anyKey(state);
  const answer = await ask(aDesk(state), { kind: 'take', keyIds: [id] }, [
    api.takeKey,
    { params: { id } },
  ]);
  rememberKey(state, id, answer);
};

/** A person without the permission, unless they have the desk's role by then. */
export const takeWithoutCode: Action = async (state, { ask }) => {
  const id = anyKey(state);
  const person = atRandomProcess(state, state.random.pick(state.people.faculty));
  const planned = { kind: 'take' as const, keyIds: [id], owner: person.user.id };
  rememberKey(state, id, await ask(person, planned, [api.takeKey, { params: { id } }]));
};

export const collectKey: Action = async (state, { ask }) => {
  const id = anyKey(state);
  const shownLoan = state.random.chance(0.5) ? state.seen.get(id)?.loan : undefined;
  const body = shownLoan ? { loanId: shownLoan } : {};
  const answer = await ask(aDesk(state), { kind: 'collect', keyIds: [id], shownLoan }, [
    api.collectKey,
    { params: { id }, body },
  ]);
  rememberKey(state, id, answer);
};

const scanRoutes = {
  'scan-request': api.scanRequest,
  'scan-return': api.scanReturn,
  'scan-batch': api.batchReturn,
};

/** Scans one of the newest codes, perhaps a used one, or one that another desk scans, too. */
export const scanCode: Action = async (state, { ask }) => {
  const { random, codes } = state;
  if (codes.length === 0) return;
  const fresh = random.chance(0.7) ? codes.slice(-4) : codes;
  const { scan, qrText, secret, owner, keyIds } = random.pick(fresh);
  const [id = ''] = keyIds;
  const showsLoan = scan === 'scan-return' && random.chance(0.5);
  const shownLoan = showsLoan ? state.seen.get(id)?.loan : undefined;
  const body = { qrData: qrText, ...(shownLoan ? { loanId: shownLoan } : {}) };
  const planned = { kind: scan, keyIds, code: secret, owner, shownLoan };
  const answer = await ask(
    aDesk(state),
    planned,
    [scanRoutes[scan], { body }],
    random.chance(0.02),
  );
  if (scan !== 'scan-batch') rememberKey(state, id, answer);
};

export const replaceKey: Action = async (state, { ask }) => {
  const [admin] = state.people.admins;
  const id = anyKey(state);
  if (!admin) return;
  const at = atRandomProcess(state, admin);
  const answer = await ask(at, { kind: 'delete', keyIds: [id] }, [
    api.deleteKey,
    { params: { id } },
  ]);
  if (answer?.status !== 200) return;
  const name = `New ${id}`;
  const body = { keyNumber: name, keyName: name, location: name };
  const added = await ask(at, { kind: 'create', keyIds: [] }, [api.createKey, { body }]);
  const newId = added?.status === 200 && (added.body.data as { key: { _id: string } }).key._id;
  state.keyIds.splice(state.keyIds.indexOf(id), 1, ...(newId ? [newId] : []));
};

/** Gives a faculty member the desk's role, or takes it back. */
export const changeRole: Action = async (state, { ask }) => {
  const { random, people, roles } = state;
  const [admin] = people.admins;
  const { user } = random.pick(people.faculty);
  const before = roles.get(user.id) ?? 'faculty';
  if (!admin || before === 'changing') return;
  roles.set(user.id, 'changing');
  const role = before === 'faculty' ? 'security' : 'faculty';
  const body = { name: user.name, email: user.email, role };
  const planned = { kind: 'change-role' as const, keyIds: [], owner: user.id, role };
  const answer = await ask(atRandomProcess(state, admin), planned, [
    api.updateUser,
    { params: { id: user.id }, body },
  ]);
  // After a lost answer the role is unknown and stays unused.
  if (answer) roles.set(user.id, answer.status === 200 ? role : before);
};

/** Refuses a key to everyone, or ends that. */
export const changeRule: Action = async ({ random, keyIds, rules, changeRules }, { calls }) => {
  const id = random.pick(keyIds);
  const before = rules.get(id);
  if (!changeRules || before === 'changing') return;
  rules.set(id, 'changing');
  const rule = before ? ('none' as const) : ('deny' as const);
  const invoked = performance.now();
  if (before) await changeRules.end(before);
  const added = before ? null : await changeRules.add(id);
  const answer = { status: 200, code: 'OK' };
  const answered = performance.now();
  calls.push({ kind: 'change-rule', by: 'admin', keyIds: [id], rule, invoked, answered, answer });
  if (added) rules.set(id, added);
  else rules.delete(id);
};

type Issue = {
  kind: 'issue-request' | 'issue-return' | 'issue-batch';
  scan: KnownCode['scan'];
  body: Record<string, unknown>;
  keyIds: readonly string[];
};

async function issue(state: CampusState, { ask }: Recorder, caller: TestClient, wanted: Issue) {
  const { kind, scan, body, keyIds } = wanted;
  const owner = caller.user.id;
  const isLost = state.random.chance(0.01);
  const answer = await ask(
    atRandomProcess(state, caller),
    { kind, keyIds, owner },
    [api.issueCode, { body }],
    isLost,
  );
  if (answer?.status !== 200) return;
  const { qrText } = answer.body.data as { qrText: string };
  rememberCode(state, { scan, secret: secretIn(answer) ?? '', qrText, owner, keyIds });
}

export const requestKey: Action = (state, recorder) => {
  const keyId = state.random.pick(state.keyIds);
  return issue(state, recorder, state.random.pick(state.people.faculty), {
    kind: 'issue-request',
    scan: 'scan-request',
    body: { type: 'key-request', keyId },
    keyIds: [keyId],
  });
};

/** Usually the last known holder. */
function returnerOf({ seen, people, random }: CampusState, keyId: string): TestClient {
  const holder = people.faculty.find(({ user }) => user.id === seen.get(keyId)?.holder);
  return holder && random.chance(0.9) ? holder : random.pick(people.faculty);
}

export const requestReturn: Action = (state, recorder) => {
  const keyId = state.random.pick(state.keyIds);
  return issue(state, recorder, returnerOf(state, keyId), {
    kind: 'issue-return',
    scan: 'scan-return',
    body: { type: 'key-return', keyId },
    keyIds: [keyId],
  });
};

export const requestBatchReturn: Action = async (state, recorder) => {
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
