import type { Key } from '@keydesk/shared/keys/key';

/** The version of each key, by id. */
export type KeyVersions = ReadonlyMap<string, number>;

export type ToldVersions = {
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
export const createToldVersions = (): ToldVersions => {
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
};
