import { test as base } from '@playwright/test';
import type { App } from './app-process.ts';
import { type CameraBrowser, launchWithCamera } from './camera.ts';
import { type Campus, openCampus } from './campus.ts';
import { type Visit, visitsWith } from './visits.ts';

type Fixtures = {
  visit: Visit;
  /** Visits with a browser that has a camera, and what that camera sees; nothing at first. */
  camera: { visit: Visit; show: CameraBrowser['show'] };
};

type WorkerFixtures = {
  campus: Campus;
  /** A second process on the campus's database, whose codes live as briefly as can be. */
  secondProcess: App;
  cameraBrowser: CameraBrowser;
};

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
  secondProcess: [
    async ({ campus }, use) => use(await campus.another({ QR_VALIDITY_SECONDS: '10' })),
    { scope: 'worker', timeout: 120_000 },
  ],
  cameraBrowser: [
    async ({ playwright, browserName, launchOptions }, use) => {
      const launched = await launchWithCamera(playwright[browserName], launchOptions);
      await use(launched);
      await launched.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ campus }, use) => use(campus.url),
  visit: async ({ browser, campus }, use) => {
    const { visit, end } = visitsWith(browser, campus.url);
    await use(visit);
    await end();
  },
  camera: async ({ cameraBrowser, campus }, use) => {
    cameraBrowser.show(null);
    const { visit, end } = visitsWith(cameraBrowser.browser, campus.url);
    await use({
      visit: (who, path, options) => visit(who, path, { permissions: ['camera'], ...options }),
      show: cameraBrowser.show,
    });
    await end();
  },
});
