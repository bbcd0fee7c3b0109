import { setTimeout as delay } from 'node:timers/promises';
import type { Answer, Visitor } from '../visitor.ts';
import type { Deed } from './deeds.ts';

/** A holder and the two desks that they go to, with keys that nobody else moves. */
export type Client = {
  holder: Visitor;
  desks: readonly [Visitor, Visitor];
  keyIds: readonly string[];
  /** Repeats a call until the server decides about it; undefined when the load ends before. */
  persist(call: () => Promise<Answer>): Promise<Answer | undefined>;
  did(deed: Deed): void;
  surprise(what: string): void;
};

/** How the calls of a load ended that were not decided. */
export type Undecided = { refused: number; unanswered: number };

const unavailable = JSON.stringify({
  success: false,
  message: 'Server is temporarily unavailable. Please try again later.',
  error: { code: 'DATABASE_UNAVAILABLE' },
});

const pauseMs = 20;

const expected = [200, 409];

type Hooks = {
  isOver(): boolean;
  undecided: Undecided;
  confirmed(begun: number): void;
  surprise(what: string): void;
};

/** What happened to one call: an answer that decides, or undefined when it may be repeated. */
const attempt = async (call: () => Promise<Answer>, hooks: Hooks): Promise<Answer | undefined> => {
  const begun = performance.now();
  const answer = await call().catch((error: Error) => {
    // A process that is killed, or not there, answers nothing: fetch throws a TypeError.
    if (!(error instanceof TypeError)) hooks.surprise(error.message);
    hooks.undecided.unanswered += 1;
  });
  if (!answer) return undefined;
  if (answer.status === 200) hooks.confirmed(begun);
  if (expected.includes(answer.status)) return answer;
  const text = JSON.stringify(answer.body);
  if (answer.status !== 503 || text !== unavailable) hooks.surprise(`${answer.status} ${text}`);
  if (answer.status < 500) return answer;
  hooks.undecided.refused += 1;
  return undefined;
};

/** Repeats a call like somebody at the desk who presses Try again. */
export const persistent =
  (hooks: Hooks) =>
  async (call: () => Promise<Answer>): Promise<Answer | undefined> => {
    while (!hooks.isOver()) {
      const answer = await attempt(call, hooks);
      if (answer) return answer;
      await delay(pauseMs);
    }
    return undefined;
  };
