export type Operation = {
  what: string;
  invoked: number;
  /** Infinity for a lost answer: the call took effect once at any later time, or never. */
  answered: number;
  /** It never changes the state. */
  onlySees: boolean;
  /** The next state if the call takes effect in this one; null if the answer is impossible then. */
  step(state: string): string | null;
};

/** A state, and which open calls have taken effect before it. */
type Possibility = { state: string; done: ReadonlySet<Operation> };

type Event = { time: number; isAnswer: boolean; operation: Operation };

/** Distinct possibilities, by state and calls that took effect. */
class Possibilities {
  readonly #known = new Map<string, Possibility>();
  readonly #numbers = new Map<Operation, number>();

  /** False for a known one. */
  add(possibility: Possibility): boolean {
    const numbers = [...possibility.done].map((operation) => this.#numberOf(operation));
    const name = `${possibility.state} ${numbers.sort((a, b) => a - b).join()}`;
    if (this.#known.has(name)) return false;
    this.#known.set(name, possibility);
    return true;
  }

  all(): Possibility[] {
    return [...this.#known.values()];
  }

  #numberOf(operation: Operation): number {
    const number = this.#numbers.get(operation) ?? this.#numbers.size;
    this.#numbers.set(operation, number);
    return number;
  }
}

/**
 * Searches for an order in which each call takes effect between its start and its answer, and every
 * answer is possible in the state at that point (linearizability after Wing and Gong, with the
 * possibilities advanced in time as Lowe does). Null if there is one, else the first call whose
 * answer is impossible.
 */
export function findMisfit(operations: readonly Operation[], initial: string): Operation | null {
  const open = new Set<Operation>();
  let possible: Possibility[] = [{ state: initial, done: new Set() }];
  for (const { isAnswer, operation } of eventsOf(operations)) {
    if (!isAnswer) {
      open.add(operation);
      continue;
    }
    possible = until(operation, possible, open);
    if (possible.length === 0) return operation;
    open.delete(operation);
  }
  return null;
}

/** At equal times calls come before answers, so that they overlap. */
function eventsOf(operations: readonly Operation[]): Event[] {
  return operations
    .flatMap((operation): Event[] => [
      { time: operation.invoked, isAnswer: false, operation },
      { time: operation.answered, isAnswer: true, operation },
    ])
    .filter(({ time }) => Number.isFinite(time))
    .sort((a, b) => a.time - b.time || Number(a.isAnswer) - Number(b.isAnswer));
}

/** Every way in which open calls may have taken effect before this one did. */
function until(
  wanted: Operation,
  before: readonly Possibility[],
  open: ReadonlySet<Operation>,
): Possibility[] {
  const looked = new Possibilities();
  const reached = new Possibilities();
  const ahead = [...before];
  for (let next = ahead.pop(); next; next = ahead.pop()) {
    const now = withAllSeen(next, open);
    if (!looked.add(now)) continue;
    if (now.done.has(wanted)) {
      reached.add({ state: now.state, done: new Set([...now.done].filter((it) => it !== wanted)) });
      continue;
    }
    for (const operation of open) {
      if (now.done.has(operation)) continue;
      const state = operation.step(now.state);
      if (state !== null) ahead.push({ state, done: new Set([...now.done, operation]) });
    }
  }
  return reached.all();
}

/** A read takes effect as soon as it can: waiting would gain nothing. */
function withAllSeen({ state, done }: Possibility, open: ReadonlySet<Operation>): Possibility {
  const seen = [...open].filter((it) => it.onlySees && it.step(state) === state);
  return { state, done: new Set([...done, ...seen]) };
}
