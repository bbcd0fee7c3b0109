/** One call as one register saw it. */
export type Operation = {
  what: string;
  invoked: number;
  /** Infinity when its answer was lost: then it took effect once at some time after, or never. */
  answered: number;
  /** It never changes anything, whatever the state. */
  onlySees: boolean;
  /**
   * The state that it leaves behind when it takes effect in this one; null when it could not have
   * been answered as it was.
   */
  step(state: string): string | null;
};

/** A state, and which of the calls under way have taken effect on the way to it. */
type Possibility = { state: string; done: ReadonlySet<Operation> };

type Event = { time: number; isAnswer: boolean; operation: Operation };

/** Distinct possibilities: they differ in state or in what has taken effect. */
class Possibilities {
  readonly #known = new Map<string, Possibility>();
  readonly #numbers = new Map<Operation, number>();

  /** False when it is known already. */
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
 * Looks for one order in which each call takes effect between its beginning and its answer, and
 * every answer is what the state at that point allows (linearizability, after Wing and Gong, with
 * the possibilities carried along in time as Lowe does). Null when there is one; otherwise the
 * first call whose answer fits none.
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

/** At one time calls come before answers: what only may overlap is taken to overlap. */
function eventsOf(operations: readonly Operation[]): Event[] {
  return operations
    .flatMap((operation): Event[] => [
      { time: operation.invoked, isAnswer: false, operation },
      { time: operation.answered, isAnswer: true, operation },
    ])
    .filter(({ time }) => Number.isFinite(time))
    .sort((a, b) => a.time - b.time || Number(a.isAnswer) - Number(b.isAnswer));
}

/** Every way in which calls under way may have taken effect until this one had. */
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

/** What only sees takes effect as soon as it can: to wait would gain it nothing. */
function withAllSeen({ state, done }: Possibility, open: ReadonlySet<Operation>): Possibility {
  const seen = [...open].filter((it) => it.onlySees && it.step(state) === state);
  return { state, done: new Set([...done, ...seen]) };
}
