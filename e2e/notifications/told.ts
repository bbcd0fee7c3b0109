import { notifications } from '../../server/src/db/tables.ts';
import type { Visitor } from '../../server/test/visitor.ts';
import type { Campus } from '../campus/campus.ts';

const minute = 60_000;

type Told = { title: string; message?: string; minutesAgo?: number };

/** Stores notifications beside the product, so that no open page hears of them. */
export async function store(campus: Campus, { user }: Visitor, told: readonly Told[]) {
  await campus.db.orm.insert(notifications).values(
    told.map(({ title, message = `About ${title}`, minutesAgo = 0 }) => ({
      userId: user.id,
      ...{ title, message },
      createdAt: new Date(Date.now() - minutesAgo * minute),
    })),
  );
}
