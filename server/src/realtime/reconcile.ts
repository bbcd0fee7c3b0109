import type { Key } from '@keydesk/shared/keys/key';
import type { ClusterEvent } from './publisher.ts';

type LocalBroadcasterOptions = {
  /** The version of the list as a whole: while it stands, no key has changed. */
  listVersion: () => Promise<string>;
  /** The versions that the database holds. */
  keyVersions: () => Promise<KeyVersions>;
  /** Called before pages hear of a key: they may read it at once. */
  onKeysChanged: () => void;
  broadcast: (news: ClusterEvent) => void;
  onLost: () => void;
  onError: (error: unknown) => void;
};

type LocalBroadcaster = {
  /** Tells this process's pages, be it of its own doing or of another's. */
  broadcast(news: ClusterEvent): void;
  /** Has pages read their lists anew if news of a key was lost since the look before. */
  reconcileMissedEvents(): Promise<void>;
};

/** What the pages of this very process hear of, whole even if news is lost on its way here. */
export function createLocalBroadcaster(options: LocalBroadcasterOptions): LocalBroadcaster {
  const told = createPublishedVersions();
  let compared: string | undefined;
  const tellPages = (news: ClusterEvent): void => {
    if (news.changes || news.keyListChanged) options.onKeysChanged();
    options.broadcast(news);
  };
  const tellOfList = async (news: ClusterEvent): Promise<void> => {
    options.onKeysChanged();
    try {
      // Noted first: pages read what is noted, or something newer.
      told.noteAll(await options.keyVersions());
    } catch (error) {
      options.onError(error);
    }
    tellPages(news);
  };
  return {
    broadcast(news) {
      told.note(news.changes?.map(({ key }) => key) ?? []);
      if (news.keyListChanged) void tellOfList(news);
      else tellPages(news);
    },
    async reconcileMissedEvents() {
      // Asked for first: what changes after it is found by the next look.
      const version = await options.listVersion();
      if (version === compared && !told.suspects()) return;
      const current = await options.keyVersions();
      compared = version;
      if (!told.missed(current)) return;
      options.onLost();
      told.noteAll(current);
      tellPages({ keyListChanged: true, timestamp: new Date().toISOString() });
    },
  };
}

/** The version of each key, by id. */
export type KeyVersions = ReadonlyMap<string, number>;

type PublishedVersions = {
  /** Pages are told of these keys as they are now. */
  note(keys: readonly Pick<Key, '_id' | 'version'>[]): void;
  /** Pages are about to read everything anew, so that they will know all of this. */
  noteAll(current: KeyVersions): void;
  /**
   * Compares with what the database holds now. True if a change that the look before found untold
   * still is: news of it is under way no longer, it is lost. Before anything was noted nothing is.
   */
  missed(current: KeyVersions): boolean;
  /** Whether the look before found a change untold, so that another must see if it still is. */
  suspects(): boolean;
};

/** Keeps which version of each key the pages of this process were told of. */
export function createPublishedVersions(): PublishedVersions {
  const told = new Map<string, number>();
  let before: KeyVersions | undefined;
  let suspected: [string, number][] = [];
  const isUntold = ([id, version]: [string, number]): boolean => version > (told.get(id) ?? 0);
  const tell = (id: string, version: number): void => {
    told.set(id, Math.max(version, told.get(id) ?? 0));
  };
  /** Erased keys, in the version that their end has in the news. */
  const erased = (current: KeyVersions): [string, number][] =>
    [...(before ?? [])]
      .filter(([id]) => !current.has(id))
      .map(([id, version]) => [id, version + 1]);
  const noteAll = (current: KeyVersions): void => {
    for (const [id, version] of [...current, ...erased(current)]) tell(id, version);
    before = current;
  };
  return {
    note(keys) {
      for (const { _id, version } of keys) tell(_id, version);
    },
    noteAll,
    missed(current) {
      if (!before) noteAll(current);
      const lost = suspected.some(isUntold);
      suspected = [...current, ...erased(current)].filter(isUntold);
      before = current;
      return lost;
    },
    suspects: () => suspected.some(isUntold),
  };
}
