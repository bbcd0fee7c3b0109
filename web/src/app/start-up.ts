import { checkSession } from '../features/auth/check-session.ts';
import { observable } from '../lib/observable.ts';
import { queryClient } from '../lib/query-client.ts';
import { session } from '../lib/session.ts';
import { storedToken } from '../lib/storage.ts';
import { startLiveConnection } from './live-connection.ts';
import { router } from './router.tsx';

/** Whether pages may be shown; until then the splash screen stands. */
export const opened = observable(false);

/** The sign-in page needs no check first, except by someone who is probably signed in. */
const mayOpenAtOnce = ({ pathname, search }: Location): boolean =>
  pathname === '/login' && (!storedToken.read() || search.includes('auth=success'));

const followSession = (): void => {
  let { user, checking } = session.get();
  session.watch(() => {
    const now = session.get();
    if (now.user?.id !== user?.id)
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'config' });
    if (!now.checking) opened.set(true);
    const changed = now.user !== user || now.checking !== checking;
    user = now.user;
    checking = now.checking;
    if (changed && opened.get()) void router.invalidate();
  });
};

/** Starts everything that lives as long as the page. */
export const startUp = (): void => {
  opened.set(mayOpenAtOnce(window.location));
  followSession();
  startLiveConnection();
  void checkSession();
  // A check that failed for want of a network is made up for when it returns.
  window.addEventListener('online', () => {
    if (!session.get().user) void checkSession();
  });
};
