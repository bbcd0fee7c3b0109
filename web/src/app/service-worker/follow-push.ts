import { renewPush } from '../../features/notifications/push/device-push.ts';
import { session } from '../../lib/session.ts';

const renew = (userId: string): void => {
  // A device that cannot be told of just now is told of at the next start.
  renewPush(userId).catch(() => undefined);
};

/** Tells the server anew, with every sign-in and start, that this device wants notifications. */
export const followPush = (): void => {
  let person: string | null = null;
  const follow = () => {
    const { user, checking } = session.get();
    const now = checking ? person : (user?.id ?? null);
    if (now === person) return;
    person = now;
    if (person) renew(person);
  };
  follow();
  session.watch(follow);
};
