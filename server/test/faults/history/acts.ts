import { api } from '@keydesk/shared/api';
import type { Visitor } from '../../visitor.ts';
import { type CampusState, note, somewhere } from './campus-state.ts';
import type { Recorder } from './recorder.ts';

/** Something that somebody on the campus does. */
export type Act = (state: CampusState, recorder: Recorder) => Promise<unknown>;

const aDesk = (state: CampusState): Visitor =>
  somewhere(state, state.random.pick(state.people.desks));

const anyKey = ({ random, keyIds }: CampusState): string => random.pick(keyIds);

export const readKey: Act = async (state, { ask }) => {
  const id = anyKey(state);
  const answer = await ask(aDesk(state), { kind: 'read', keyIds: [id] }, [
    api.getKey,
    { params: { id } },
  ]);
  note(state, id, answer);
};

export const takeKey: Act = async (state, { ask }) => {
  const id = anyKey(state);
  const answer = await ask(aDesk(state), { kind: 'take', keyIds: [id] }, [
    api.takeKey,
    { params: { id } },
  ]);
  note(state, id, answer);
};

/** Somebody who may not, unless they have the desk's role by then. */
export const takeWithoutCode: Act = async (state, { ask }) => {
  const id = anyKey(state);
  const person = somewhere(state, state.random.pick(state.people.faculty));
  const wish = { kind: 'take' as const, keyIds: [id], owner: person.user.id };
  note(state, id, await ask(person, wish, [api.takeKey, { params: { id } }]));
};

export const collectKey: Act = async (state, { ask }) => {
  const id = anyKey(state);
  const shownLoan = state.random.chance(0.5) ? state.seen.get(id)?.loan : undefined;
  const body = shownLoan ? { loanId: shownLoan } : {};
  const answer = await ask(aDesk(state), { kind: 'collect', keyIds: [id], shownLoan }, [
    api.collectKey,
    { params: { id }, body },
  ]);
  note(state, id, answer);
};

const scanRoutes = {
  'scan-request': api.scanRequest,
  'scan-return': api.scanReturn,
  'scan-batch': api.batchReturn,
};

/** A desk scans one of the newest codes, which may be used already, or be scanned by another too. */
export const scanCode: Act = async (state, { ask }) => {
  const { random, codes } = state;
  if (codes.length === 0) return;
  const fresh = random.chance(0.7) ? codes.slice(-4) : codes;
  const { scan, qrText, secret, owner, keyIds } = random.pick(fresh);
  const [id = ''] = keyIds;
  const showsLoan = scan === 'scan-return' && random.chance(0.5);
  const shownLoan = showsLoan ? state.seen.get(id)?.loan : undefined;
  const body = { qrData: qrText, ...(shownLoan ? { loanId: shownLoan } : {}) };
  const wish = { kind: scan, keyIds, code: secret, owner, shownLoan };
  const answer = await ask(aDesk(state), wish, [scanRoutes[scan], { body }], random.chance(0.02));
  if (scan !== 'scan-batch') note(state, id, answer);
};

/** Deletes a key, and adds another in its place. */
export const replaceKey: Act = async (state, { ask }) => {
  const [admin] = state.people.admins;
  const id = anyKey(state);
  if (!admin) return;
  const at = somewhere(state, admin);
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

/** Lets a faculty member work at the desk, or no longer. */
export const changeRole: Act = async (state, { ask }) => {
  const { random, people, roles } = state;
  const [admin] = people.admins;
  const { user } = random.pick(people.faculty);
  const before = roles.get(user.id) ?? 'faculty';
  if (!admin || before === 'changing') return;
  roles.set(user.id, 'changing');
  const role = before === 'faculty' ? 'security' : 'faculty';
  const body = { name: user.name, email: user.email, role };
  const wish = { kind: 'change-role' as const, keyIds: [], owner: user.id, role };
  const answer = await ask(somewhere(state, admin), wish, [
    api.updateUser,
    { params: { id: user.id }, body },
  ]);
  // Somebody whose role is not known stays as they are.
  if (answer) roles.set(user.id, answer.status === 200 ? role : before);
};
