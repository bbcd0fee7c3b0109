import type { Page } from '@playwright/test';

/** What the browser's database holds for this site, by name, in alphabetical order. */
export function savedSets(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const sets: string[] = [];
    // Opening a database would make it.
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
      });
      for (const store of database.objectStoreNames)
        sets.push(
          ...(await new Promise<string[]>((resolve) => {
            const reading = database.transaction(store).objectStore(store).getAllKeys();
            reading.onsuccess = () => resolve(reading.result.map(String));
          })),
        );
      database.close();
    }
    return sets;
  });
}
