import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { insertKey } from '../../test/factories/keys.ts';
import { openTestDatabase } from '../../test/test-database.ts';
import { type Database, type Transaction, transact, twoRoundTripTransaction } from './client.ts';
import { isDatabaseUnavailable } from './errors.ts';
import { keys } from './schema.ts';

let db: Database;

beforeAll(async () => {
  const own = await openTestDatabase();
  db = own.db;
  return own.close;
});

function fail(tx: Transaction, sqlState: string) {
  return tx.query(`DO $$ BEGIN RAISE EXCEPTION 'made up' USING ERRCODE = '${sqlState}'; END $$`);
}

async function nameOf(id: string) {
  const [row] = await db.orm.select().from(keys).where(eq(keys.id, id));
  return row?.keyName;
}

function rename(tx: Transaction, id: string, keyName: string) {
  return tx.orm.update(keys).set({ keyName }).where(eq(keys.id, id));
}

describe('a transaction', () => {
  test('keeps nothing of what threw', async () => {
    const key = await insertKey(db);
    const work = transact(db, async (tx) => {
      await rename(tx, key.id, 'Half done');
      throw new Error('Enough');
    });
    await expect(work).rejects.toThrow('Enough');
    expect(await nameOf(key.id)).toBe(key.keyName);
  });

  test('is isolated until it has committed', async () => {
    const key = await insertKey(db);
    await transact(db, async (tx) => {
      await rename(tx, key.id, 'Done');
      expect(await nameOf(key.id)).toBe(key.keyName);
    });
    expect(await nameOf(key.id)).toBe('Done');
  });

  test('gives its connection back whatever happens', async () => {
    const before = db.pool.totalCount - db.pool.idleCount;
    await transact(db, async () => undefined);
    await transact(db, (tx) => tx.query('nonsense')).catch(() => undefined);
    expect(db.pool.totalCount - db.pool.idleCount).toBe(before);
  });
});

describe('a transaction that lost against another', () => {
  test.each(['40001', '40P01'])('is run again: %s', async (sqlState) => {
    const key = await insertKey(db);
    let runs = 0;
    await transact(db, async (tx) => {
      runs += 1;
      await rename(tx, key.id, `Run ${runs}`);
      if (runs < 3) await fail(tx, sqlState);
    });
    expect(runs).toBe(3);
    expect(await nameOf(key.id)).toBe('Run 3');
  });

  test('gives up after three runs, and counts as unavailable', async () => {
    let runs = 0;
    const error: unknown = await transact(db, async (tx) => {
      runs += 1;
      await fail(tx, '40001');
    }).catch((thrown: unknown) => thrown);
    expect(runs).toBe(3);
    expect(isDatabaseUnavailable(error)).toBe(true);
  });

  test('to a real deadlock succeeds in the end, as the other does', async () => {
    const [one, other] = [await insertKey(db), await insertKey(db)];
    let met = 0;
    let meet: () => void = () => undefined;
    const bothHoldOne = new Promise<void>((resolve) => {
      meet = resolve;
    });
    /** Its second run waits for the other one, which it would otherwise meet again. */
    const crossing = (
      first: string,
      second: string,
      keyName: string,
      other: () => Promise<void>,
    ): Promise<void> => {
      let runs = 0;
      return transact(db, async (tx) => {
        runs += 1;
        if (runs > 1) await other();
        await rename(tx, first, keyName);
        met += 1;
        if (met === 2) meet();
        await bothHoldOne;
        await rename(tx, second, keyName);
      });
    };
    const a: Promise<void> = crossing(one.id, other.id, 'A', () => b);
    const b: Promise<void> = crossing(other.id, one.id, 'B', () => a);
    await Promise.all([a, b]);
    expect(met).toBe(3);
    expect(await nameOf(one.id)).toBe(await nameOf(other.id));
  });
});

describe('statements that travel together fail for the reason of the first that failed', () => {
  /** The failure comes to light later than that of the statement after it. */
  const travelTogether = (tx: Transaction, sqlState: string) => {
    const slowToTell = async (): Promise<void> => {
      await Promise.all([Promise.all([Promise.all([fail(tx, sqlState)])])]);
    };
    return Promise.all([slowToTell(), tx.query('SELECT now()')]);
  };

  test('when nobody can wait for a lock any longer', async () => {
    const error: unknown = await twoRoundTripTransaction(
      db,
      (tx) => travelTogether(tx, '55P03'),
      () => ({ write: null, outcome: () => undefined }),
    ).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: '55P03' });
  });

  test('and are run again when that was a deadlock', async () => {
    let runs = 0;
    await twoRoundTripTransaction(
      db,
      async (tx) => {
        runs += 1;
        if (runs < 3) await travelTogether(tx, '40P01');
      },
      () => ({ write: null, outcome: () => undefined }),
    );
    expect(runs).toBe(3);
  });
});

test('a transaction that failed for a reason of its own is not run again', async () => {
  let runs = 0;
  const error: unknown = await transact(db, async (tx) => {
    runs += 1;
    await fail(tx, '23514');
  }).catch((thrown: unknown) => thrown);
  expect(runs).toBe(1);
  expect(isDatabaseUnavailable(error)).toBe(false);
});

test.each(['57P01', '57P03', '53300', '08006', '58000', '25006', '25P03', '55P03', 'XX000'])(
  'the database is unavailable when it says %s',
  async (sqlState) => {
    const error: unknown = await transact(db, (tx) => fail(tx, sqlState)).catch(
      (thrown: unknown) => thrown,
    );
    expect(isDatabaseUnavailable(error)).toBe(true);
  },
);

test('nobody waits longer than a few seconds for somebody else’s lock', async () => {
  const { rows } = await db.query(
    `SELECT current_setting('lock_timeout') AS lock,
            current_setting('statement_timeout') AS statement,
            current_setting('idle_in_transaction_session_timeout') AS idle`,
  );
  expect(rows).toEqual([{ lock: '5s', statement: '15s', idle: '15s' }]);
});
