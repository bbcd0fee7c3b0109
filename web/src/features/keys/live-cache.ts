import type { KeyEvent } from '@keydesk/shared/events';
import { isHeldBy, type Key } from '@keydesk/shared/keys/key';
import { onKeyEvent } from '../../lib/live/events.ts';

type Keys = readonly Key[];

/** One cached key after an event; an event about another key, or an older one, changes nothing. */
export function applyToKey(cached: Key, event: KeyEvent): Key {
  return event.key._id === cached._id && event.version > cached.version
    ? mergeKey(cached, event.key)
    : cached;
}

/** The newer key. Events carry no email, so the cached email of the same holder is kept. */
function mergeKey(cached: Key, next: Key): Key {
  const [before, now] = [cached.takenBy, next.takenBy];
  return before && now && before.userId === now.userId
    ? { ...next, takenBy: { email: before.email, ...now } }
    : next;
}

/** The key list after an event: delete removes the key, everything else replaces or adds it. */
export function applyToList(keys: Key[], event: KeyEvent): Key[] {
  const { key } = event;
  const at = keys.findIndex(({ _id }) => _id === key._id);
  const cached = keys[at];
  if (!cached) return event.action === 'delete' ? keys : insertByNumber(keys, key);
  if (event.version <= cached.version) return keys;
  return event.action === 'delete' ? without(keys, key._id) : keys.with(at, mergeKey(cached, key));
}

function insertByNumber(keys: Keys, added: Key): Key[] {
  const at = keys.findIndex((key) => key.keyNumber > added.keyNumber);
  return at < 0 ? [...keys, added] : keys.toSpliced(at, 0, added);
}

function without(keys: Keys, id: string): Key[] {
  return keys.filter((key) => key._id !== id);
}

/**
 * The list of keys that are out after an event, the latest hand-out first: those that `holderId`
 * has, or that anybody has if it is not given.
 */
export function applyToTaken(keys: Key[], event: KeyEvent, holderId?: string): Key[] {
  const { key } = event;
  const cached = keys.find(({ _id }) => _id === key._id);
  if (cached && event.version <= cached.version) return keys;
  const belongs =
    event.action !== 'delete' &&
    (holderId === undefined ? key.loanId !== null : isHeldBy(key, holderId));
  if (!belongs) return cached ? without(keys, key._id) : keys;
  return cached
    ? keys.map((each) => (each === cached ? mergeKey(cached, key) : each))
    : [key, ...keys];
}

/** The frequently used keys after an event: changed in place, or removed if the key is deleted. */
export function applyToFrequent<T extends { keys: Key[] }>(cached: T, event: KeyEvent): T {
  return {
    ...cached,
    keys: (event.action === 'delete' ? without(cached.keys, event.key._id) : cached.keys).map(
      (key) => applyToKey(key, event),
    ),
  };
}

/**
 * Reads something and applies the events that arrived in the meantime: the answer may be older than
 * the changes they report.
 */
export async function withBufferedEvents<T>(
  read: () => Promise<T>,
  apply: (answer: T, event: KeyEvent) => T,
): Promise<T> {
  const arrived: KeyEvent[] = [];
  const stop = onKeyEvent((event) => arrived.push(event));
  try {
    const answer: T = await read();
    return arrived.reduce<T>((cached, event) => apply(cached, event), answer);
  } finally {
    stop();
  }
}
