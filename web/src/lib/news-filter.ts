import type { KeyEvent } from '@keydesk/shared/events';

/**
 * Lets each change of a key through once, and never an older one after a newer: processes tell of
 * their own changes at once, of another's a moment later.
 */
export const newsFilter = (): ((event: KeyEvent) => boolean) => {
  const newest = new Map<string, number>();
  return ({ key, version }) => {
    const isNews = version > (newest.get(key._id) ?? -1);
    if (isNews) newest.set(key._id, version);
    return isNews;
  };
};
