import { api } from '@keydesk/shared/api';
import { seededRandom } from '../../../demo/random.ts';
import type { CampusPeople } from '../campus-people.ts';
import {
  type Action,
  changeRole,
  changeRule,
  collectKey,
  readKey,
  replaceKey,
  requestBatchReturn,
  requestKey,
  requestReturn,
  scanCode,
  takeKey,
  takeWithoutCode,
} from './actions.ts';
import type { Call } from './call.ts';
import { atRandomProcess, type CampusState, type ChangeRules } from './campus-state.ts';
import { startRecorder } from './recorder.ts';

/** Actions on a campus with their relative frequency. */
export const campusLife: readonly [Action, number][] = [
  [readKey, 12],
  [requestKey, 18],
  [scanCode, 36],
  [requestReturn, 12],
  [requestBatchReturn, 4],
  [takeKey, 6],
  [collectKey, 8],
  [takeWithoutCode, 3],
  [replaceKey, 0.7],
  [changeRole, 1],
  [changeRule, 3],
];

export const deskLife: readonly [Action, number][] = [
  [readKey, 2],
  [takeKey, 5],
  [collectKey, 3],
];

type Walk = {
  people: CampusPeople;
  urls: readonly string[];
  calls: number;
  clients: number;
  seed: number;
  life: readonly [Action, number][];
  changeRules?: ChangeRules;
  onCall?: (count: number) => void;
};

/** Runs random actions of many clients at once; resolves to all calls. */
export async function walk({ life, onCall, changeRules, ...options }: Walk): Promise<Call[]> {
  const recorder = startRecorder();
  const state: CampusState = {
    random: seededRandom(options.seed),
    people: options.people,
    keyIds: [...options.people.keyIds],
    codes: [],
    seen: new Map(),
    roles: new Map(),
    rules: new Map(),
    changeRules: changeRules ?? null,
    urls: options.urls,
  };
  const client = async (): Promise<void> => {
    while (recorder.calls.length < options.calls) {
      const [act] = state.random.pickWeighted(life, ([, weight]) => weight);
      await act(state, recorder);
      onCall?.(recorder.calls.length);
    }
  };
  await Promise.all(Array.from({ length: options.clients }, client));
  const [desk] = options.people.desks;
  const ids = new Set(recorder.calls.flatMap(({ keyIds }) => keyIds));
  // Reads the final state once nothing is under way.
  for (const id of ids) {
    if (!desk) break;
    const planned = { kind: 'read' as const, keyIds: [id] };
    await recorder.ask(atRandomProcess(state, desk), planned, [api.getKey, { params: { id } }]);
  }
  return recorder.calls;
}
