import { notifications } from '../../server/src/platform/db/tables.ts';
import type { TestClient } from '../../server/test/test-client.ts';
import type { TestApp } from '../harness/test-app.ts';

const minute = 60_000;

type StoredNotification = { title: string; message?: string; minutesAgo?: number };

/** Inserts notifications directly into the database, so that open pages get no event. */
export async function storeNotifications(
  campus: TestApp,
  { user }: TestClient,
  entries: readonly StoredNotification[],
) {
  await campus.db.orm.insert(notifications).values(
    entries.map(({ title, message = `About ${title}`, minutesAgo = 0 }) => ({
      userId: user.id,
      ...{ title, message },
      createdAt: new Date(Date.now() - minutesAgo * minute),
    })),
  );
}
