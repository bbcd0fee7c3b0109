import type { CampusPeople } from './campus-people.ts';
import {
  type Client,
  type ConfirmedAction,
  collect,
  giveByCode,
  persistent,
  returnBatch,
  returnByCode,
  type Undecided,
} from './client.ts';

export type Load = {
  actions: ConfirmedAction[];
  undecided: Undecided;
  /** Answers that no fault explains. */
  surprises: string[];
  /** Resolves after this many more confirmed handovers. */
  more(count: number): Promise<void>;
  /** Resolves to the time when a call made from now on was confirmed. */
  served(): Promise<number>;
  stop(): Promise<void>;
};

export function startLoad(people: CampusPeople): Load {
  const actions: ConfirmedAction[] = [];
  const surprises: string[] = [];
  const undecided: Undecided = { refused: 0, unanswered: 0 };
  const waiting = new Set<(begun: number) => void>();
  let over = false;
  const persist = persistent({
    isOver: () => over,
    undecided,
    surprise: (what) => surprises.push(what),
    confirmed: (begun) => {
      for (const look of [...waiting]) look(begun);
    },
  });
  const until = (fits: (begun: number) => boolean) =>
    new Promise<void>((resolve) => {
      const look = (begun: number): void => {
        if (!fits(begun)) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
    });
  const share = Math.floor(people.keyIds.length / people.faculty.length);
  const clients = people.faculty.map(
    (holder, index): Client => ({
      holder,
      desks: desksOf(people, index),
      keyIds: people.keyIds.slice(index * share, (index + 1) * share),
      persist,
      did: (action) => actions.push(action),
      surprise: (what) => surprises.push(what),
    }),
  );
  const running = clients.map(async (client) => {
    while (!over) await cycle(client);
  });
  return {
    actions,
    undecided,
    surprises,
    more: (count) => {
      const goal = actions.length + count;
      return until(() => actions.length >= goal);
    },
    served: async () => {
      const asked = performance.now();
      await until((begun) => begun > asked);
      return performance.now();
    },
    async stop() {
      over = true;
      await Promise.all(running);
    },
  };
}

/** Two per client, so that no desk reaches the rate limit of one person. */
function desksOf({ desks }: CampusPeople, index: number): Client['desks'] {
  const first = (2 * index) % desks.length;
  const [one, other] = [desks[first], desks[first + 1]];
  if (!one || !other) throw new Error('A client needs two desks');
  return [one, other];
}

async function cycle(client: Client): Promise<void> {
  const given = await Promise.all(
    client.keyIds.map(async (keyId) => ({ keyId, loanId: await giveByCode(client, keyId) })),
  );
  const out = given.flatMap(({ keyId, loanId }) => (loanId ? [{ keyId, loanId }] : []));
  const [first, second, ...batch] = out;
  await Promise.all([
    first && returnByCode(client, first),
    second && collect(client, second.keyId, second.loanId),
    batch.length > 0 && returnBatch(client, batch),
  ]);
  // Unanswered calls may have left keys out.
  if (out.length < given.length)
    await Promise.all(client.keyIds.map((keyId) => collect(client, keyId)));
}
