import type { KeyEvent } from '@keydesk/shared/events';
import type { Key } from '@keydesk/shared/keys/key';
import { onKeyEvent } from '../../lib/live/events.ts';

type Keys = readonly Key[];

/** Events carry no email, so the cached email of the same holder is kept. */
function mergeKey(cached: Key, next: Key): Key {
  const [before, now] = [cached.takenBy, next.takenBy];
  return before && now && before.userId === now.userId
    ? { ...next, takenBy: { email: before.email, ...now } }
    : next;
}

/** A delete event removes the key; any other replaces or adds it. */
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

/** Applies events that arrive during the read, whose answer may be older than their changes. */
export async function withBufferedEvents(read: () => Promise<Key[]>): Promise<Key[]> {
  const arrived: KeyEvent[] = [];
  const stop = onKeyEvent((event) => arrived.push(event));
  try {
    return arrived.reduce(applyToList, await read());
  } finally {
    stop();
  }
}
