import type { KeyEvent } from '@keydesk/shared/events';
import type { Key } from '@keydesk/shared/keys/key';
import { onKeyEvent } from '../../lib/live/events.ts';

type Keys = readonly Key[];

/** One key after an event; an event about another key, or not newer, changes nothing. */
export function applyToKey(held: Key, event: KeyEvent): Key {
  return event.key._id === held._id && event.version > held.version
    ? mergeKey(held, event.key)
    : held;
}

/** Newer fields over older ones. An event carries no email, so a known holder's is kept. */
function mergeKey(held: Key, next: Key): Key {
  const [before, now] = [held.takenBy, next.takenBy];
  return before && now && before.userId === now.userId
    ? { ...next, takenBy: { ...before, ...now } }
    : next;
}

/** The key list after an event: delete removes, everything else replaces or adds (spec §4). */
export function applyToList(keys: Key[], event: KeyEvent): Key[] {
  const { key } = event;
  const at = keys.findIndex(({ _id }) => _id === key._id);
  const held = keys[at];
  if (!held) return event.action === 'delete' ? keys : insertByNumber(keys, key);
  if (event.version <= held.version) return keys;
  return event.action === 'delete' ? without(keys, key._id) : keys.with(at, mergeKey(held, key));
}

function insertByNumber(keys: Keys, added: Key): Key[] {
  const at = keys.findIndex((key) => key.keyNumber > added.keyNumber);
  return at < 0 ? [...keys, added] : keys.toSpliced(at, 0, added);
}

function without(keys: Keys, id: string): Key[] {
  return keys.filter((key) => key._id !== id);
}

/**
 * A list of keys that are out after an event, the latest hand-out first: a key belongs to it while
 * it is with `holderId`, or with anybody when none is given.
 */
export function applyToTaken(keys: Key[], event: KeyEvent, holderId?: string): Key[] {
  const { key } = event;
  const held = keys.find(({ _id }) => _id === key._id);
  if (held && event.version <= held.version) return keys;
  const holder = key.takenBy?.userId;
  const belongs =
    event.action !== 'delete' &&
    holder !== undefined &&
    (holderId === undefined || holder === holderId);
  if (!belongs) return held ? without(keys, key._id) : keys;
  return held ? keys.map((each) => (each === held ? mergeKey(held, key) : each)) : [key, ...keys];
}

/** A person's own keys after an event: changed in place, and gone with the key itself. */
export function applyToFrequent<T extends { keys: Key[] }>(held: T, event: KeyEvent): T {
  return {
    ...held,
    keys: (event.action === 'delete' ? without(held.keys, event.key._id) : held.keys).map((key) =>
      applyToKey(key, event),
    ),
  };
}

/**
 * Reads something and applies the events that arrived while it was read: the answer may have been
 * composed before the changes that they tell of.
 */
export async function withBufferedEvents<T>(
  read: () => Promise<T>,
  apply: (answer: T, event: KeyEvent) => T,
): Promise<T> {
  const arrived: KeyEvent[] = [];
  const stop = onKeyEvent((event) => arrived.push(event));
  try {
    const answer: T = await read();
    return arrived.reduce<T>((held, event) => apply(held, event), answer);
  } finally {
    stop();
  }
}
