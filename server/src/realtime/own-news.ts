import type { ClusterNews } from './io.ts';
import { createToldVersions, type KeyVersions } from './told-versions.ts';

type OwnNewsOptions = {
  /** The version of the list as a whole: while it stands, no key has changed. */
  listVersion: () => Promise<string>;
  /** The versions that the database holds. */
  keyVersions: () => Promise<KeyVersions>;
  /** Called before pages hear of a key: they may read it at once. */
  onKeysChanged: () => void;
  tellPages: (news: ClusterNews) => void;
  onLost: () => void;
  onError: (error: unknown) => void;
};

export type OwnNews = {
  /** Tells this process's pages, be it of its own doing or of another's. */
  tell(news: ClusterNews): void;
  /** Has pages read their lists anew if news of a key was lost since the look before. */
  makeUpForLost(): Promise<void>;
};

/** What the pages of this very process hear of, whole even if news is lost on its way here. */
export const createOwnNews = (options: OwnNewsOptions): OwnNews => {
  const told = createToldVersions();
  let compared: string | undefined;
  const tellPages = (news: ClusterNews): void => {
    if (news.changes || news.keyListChanged) options.onKeysChanged();
    options.tellPages(news);
  };
  const tellOfList = async (news: ClusterNews): Promise<void> => {
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
    tell(news) {
      told.note(news.changes?.map(({ key }) => key) ?? []);
      if (news.keyListChanged) void tellOfList(news);
      else tellPages(news);
    },
    async makeUpForLost() {
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
};
