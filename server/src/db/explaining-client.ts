import pg from 'pg';

/** What every statement is answered in a transaction in which one has failed. */
const transactionAborted = '25P02';

/**
 * A client whose statements fail for the reason of the one that failed. Of those that travel
 * together the database answers the first with the reason and the others with that there was one,
 * and whoever waits for all of them may hear of a later one first.
 */
export class ExplainingClient extends pg.Client {
  #reason: unknown;

  override query(...args: unknown[]): never {
    const answer: unknown = Reflect.apply(super.query, this, args);
    return (
      answer instanceof Promise ? answer.catch((error) => this.#explain(error)) : answer
    ) as never;
  }

  #explain(error: unknown): never {
    if (error instanceof pg.DatabaseError && error.code === transactionAborted)
      throw this.#reason ?? error;
    this.#reason = error;
    throw error;
  }
}
