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
   * still is: news of it is under way no longer, it is lost.
   */
  missed(current: KeyVersions): boolean;
};

/** Keeps which version of each key the pages of this process were told of. */
export const createToldVersions = (): ToldVersions => {
  const told = new Map<string, number>();
  let suspected: [string, number][] = [];
  const isUntold = ([id, version]: [string, number]): boolean => version > (told.get(id) ?? 0);
  const tell = (id: string, version: number): void => {
    told.set(id, Math.max(version, told.get(id) ?? 0));
  };
  return {
    note(keys) {
      for (const { _id, version } of keys) tell(_id, version);
    },
    noteAll(current) {
      for (const [id, version] of current) tell(id, version);
    },
    missed(current) {
      const lost = suspected.some(isUntold);
      suspected = [...current].filter(isUntold);
      return lost;
    },
  };
};
