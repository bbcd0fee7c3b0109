import type { Key } from '@keydesk/shared/keys/key';
import type { ClusterEvent } from './publisher.ts';

type LocalBroadcasterOptions = {
  /** The version of the key list as a whole: as long as it is the same, no key has changed. */
  listVersion: () => Promise<string>;
  /** The version of each key in the database. */
  keyVersions: () => Promise<KeyVersions>;
  /** Called before pages hear of a changed key, because they may read it at once. */
  onKeysChanged: () => void;
  broadcast: (event: ClusterEvent) => void;
  onLost: () => void;
  onError: (error: unknown) => void;
};

type LocalBroadcaster = {
  /** Sends this process's pages an event, whether of this process or of another. */
  broadcast(event: ClusterEvent): void;
  /** Has pages reload their lists if an event about a key was lost since the previous check. */
  reconcileMissedEvents(): Promise<void>;
};

/**
 * Sends events to the pages of this process. Comparing published versions with the database finds
 * events of other processes that got lost on their way (`no-lost-change`).
 */
export function createLocalBroadcaster(options: LocalBroadcasterOptions): LocalBroadcaster {
  const published = createPublishedVersions();
  let checkedVersion: string | undefined;
  const send = (event: ClusterEvent): void => {
    if (event.changes || event.keyListChanged) options.onKeysChanged();
    options.broadcast(event);
  };
  const sendListChanged = async (event: ClusterEvent): Promise<void> => {
    options.onKeysChanged();
    try {
      // Before sending: pages then read these versions or newer ones.
      published.noteAll(await options.keyVersions());
    } catch (error) {
      options.onError(error);
    }
    send(event);
  };
  return {
    broadcast(event) {
      published.note(event.changes?.map(({ key }) => key) ?? []);
      if (event.keyListChanged) void sendListChanged(event);
      else send(event);
    },
    async reconcileMissedEvents() {
      // Read first, so that the next check finds whatever changes afterwards.
      const version = await options.listVersion();
      if (version === checkedVersion && !published.hasSuspects()) return;
      const current = await options.keyVersions();
      checkedVersion = version;
      if (!published.check(current)) return;
      options.onLost();
      published.noteAll(current);
      send({ keyListChanged: true, timestamp: new Date().toISOString() });
    },
  };
}

/** The version of each key, by id. */
export type KeyVersions = ReadonlyMap<string, number>;

type PublishedVersions = {
  /** Pages are sent these keys as they are now. */
  note(keys: readonly Pick<Key, '_id' | 'version'>[]): void;
  /** Pages are about to reload everything, so they will have all of these versions. */
  noteAll(current: KeyVersions): void;
  /**
   * Compares with the versions in the database. True if a change that was unpublished at the previous
   * check still is: its event is not just late, it is lost. The first check finds nothing lost.
   */
  check(current: KeyVersions): boolean;
  /** Whether the previous check found an unpublished change, so that another check is needed. */
  hasSuspects(): boolean;
};

/** Remembers which version of each key was sent to the pages of this process. */
export function createPublishedVersions(): PublishedVersions {
  const published = new Map<string, number>();
  let previous: KeyVersions | undefined;
  let suspects: [string, number][] = [];
  const isUnpublished = ([id, version]: [string, number]): boolean =>
    version > (published.get(id) ?? 0);
  const noteOne = (id: string, version: number): void => {
    published.set(id, Math.max(version, published.get(id) ?? 0));
  };
  /** Erased keys, with the version that the event about their erasure has. */
  const erased = (current: KeyVersions): [string, number][] =>
    [...(previous ?? [])]
      .filter(([id]) => !current.has(id))
      .map(([id, version]) => [id, version + 1]);
  const noteAll = (current: KeyVersions): void => {
    for (const [id, version] of [...current, ...erased(current)]) noteOne(id, version);
    previous = current;
  };
  return {
    note(keys) {
      for (const { _id, version } of keys) noteOne(_id, version);
    },
    noteAll,
    check(current) {
      if (!previous) noteAll(current);
      const isLost = suspects.some(isUnpublished);
      suspects = [...current, ...erased(current)].filter(isUnpublished);
      previous = current;
      return isLost;
    },
    hasSuspects: () => suspects.some(isUnpublished),
  };
}
