import { whenIdle } from '../../lib/idle.ts';
import { session } from '../../lib/session.ts';
import { forgetLists, keepLists, onListChange, recallLists } from './known-lists.ts';

/** Lists are kept at most this often while they change, in milliseconds. */
const keepInterval = 15_000;

const keep = (): void => {
  const { user } = session.get();
  if (user) void keepLists(user.id);
};

/** Keeps the first change soon, those that follow no more often than the interval. */
const keepChanges = (): void => {
  let unkept = false;
  let resting = false;
  const keepUnkept = () => {
    if (unkept) keep();
    unkept = false;
  };
  const settle = () => {
    resting = unkept;
    if (!unkept) return;
    whenIdle(keepUnkept);
    setTimeout(settle, keepInterval);
  };
  onListChange(() => {
    unkept = true;
    if (!resting) settle();
  });
  // A hidden page may never be shown again, and without a network the next start needs all of them.
  window.addEventListener('offline', keepUnkept);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') keepUnkept();
  });
};

/** Keeps the signed-in person's lists for a start without a network; nobody's after a sign-out. */
export const followLists = (): void => {
  let person = session.get().user?.id ?? null;
  if (person && !navigator.onLine) void recallLists(person);
  session.watch(() => {
    const now = session.get().user?.id ?? null;
    if (now === person) return;
    person = now;
    void forgetLists();
  });
  keepChanges();
};
