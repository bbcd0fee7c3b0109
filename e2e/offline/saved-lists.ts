import type { Page } from '@playwright/test';

/** How many saved sets of lists the browser holds for this site. */
export function savedLists(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let lists = 0;
    // Opening a database would make it.
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
      });
      for (const store of database.objectStoreNames)
        lists += await new Promise<number>((resolve) => {
          const counting = database.transaction(store).objectStore(store).count();
          counting.onsuccess = () => resolve(counting.result);
        });
      database.close();
    }
    return lists;
  });
}
