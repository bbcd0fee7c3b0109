import { test as base } from '@playwright/test';
import { type Campus, openCampus } from './campus.ts';
import { type Visit, visitsWith } from './visits.ts';

type Fixtures = { visit: Visit };
type WorkerFixtures = { campus: Campus };

/** The `test` of everything that needs the running product. Each worker has a campus to itself. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  campus: [
    async ({ browserName: _ }, use) => {
      const campus = await openCampus();
      await use(campus);
      await campus.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ campus }, use) => use(campus.url),
  visit: async ({ browser, campus }, use) => {
    const { visit, end } = visitsWith(browser, campus.url);
    await use(visit);
    await end();
  },
});
