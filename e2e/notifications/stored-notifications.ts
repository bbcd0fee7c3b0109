import type { MessageTemplate } from '@keydesk/shared/core/message-kinds';
import { notifications } from '../../server/src/db/schema.ts';
import type { TestClient } from '../../server/test/test-client.ts';
import type { TestApp } from '../harness/test-app.ts';

const minute = 60_000;

type StoredNotification = {
  title: string;
  template?: MessageTemplate;
  message?: string;
  minutesAgo?: number;
};

/**
 * Inserts notifications with words of their own directly into the database, so that open pages get no
 * event.
 */
export async function storeNotifications(
  campus: TestApp,
  { user }: TestClient,
  entries: readonly StoredNotification[],
) {
  await campus.db.orm.insert(notifications).values(
    entries.map(({ title, template, message = `About ${title}`, minutesAgo = 0 }) => ({
      userId: user.id,
      title,
      template: template ?? null,
      message,
      createdAt: new Date(Date.now() - minutesAgo * minute),
    })),
  );
}
