import { observable } from '../../../lib/observable.ts';
import { session } from '../../../lib/session.ts';
import type { Outcome } from '../scan/outcome.ts';

type DeskSession = { deskId: string | null; outcomes: readonly Outcome[] };

const shown = 5;

const held = observable<DeskSession>({ deskId: null, outcomes: [] });

const sameHandover = (one: Outcome, other: Outcome): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The newest first, at most five; a repeated scan's stored result counts once. */
export const withOutcome = (known: readonly Outcome[], outcome: Outcome): readonly Outcome[] =>
  [outcome, ...known.filter((other) => !sameHandover(other, outcome))].slice(0, shown);

const currentDesk = (): string | null => session.get().user?.id ?? null;

/** Adds to the handovers of this desk session, which ends when somebody else signs in. */
export const rememberHandover = (outcome: Outcome): void => {
  const deskId = currentDesk();
  const { deskId: before, outcomes } = held.get();
  held.set({ deskId, outcomes: withOutcome(before === deskId ? outcomes : [], outcome) });
};

/** The last handovers of this desk session. */
export const useRecentHandovers = (): readonly Outcome[] => {
  const { deskId, outcomes } = held.use();
  return deskId === currentDesk() ? outcomes : [];
};
