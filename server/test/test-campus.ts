import type { Role } from '@keydesk/shared/http/roles';
import { afterAll, afterEach, beforeAll, beforeEach, onTestFinished, vi } from 'vitest';
import { closePages } from './live-page.ts';
import { type AppInstance, startTestApp, type TestApp } from './test-app.ts';
import { TestClient } from './test-client.ts';

type Overrides = Parameters<TestApp['person']>[1];
type Settings = Parameters<typeof startTestApp>;

type TestCampus = TestApp & {
  /** A person who exists while the application runs. */
  resident(role?: Role, overrides?: Overrides): TestClient;
  newcomer(role?: Role, overrides?: Overrides): TestClient;
  secondProcess(): AppInstance;
};

export function testCampus(...settings: Settings): TestCampus {
  return campusWithin(beforeAll, afterAll, settings);
}

/** A new application with its own database for each test of a file. */
export function campusPerTest(...settings: Settings): TestCampus {
  return campusWithin(beforeEach, afterEach, settings);
}

export async function campusOfTest(...settings: Settings): Promise<TestApp> {
  const campus = await startTestApp(...settings);
  onTestFinished(() => campus.close());
  return campus;
}

/**
 * The hooks fill campus and people later, so none of their properties can be read before. Live
 * connections are closed after each test.
 */
function campusWithin(
  before: typeof beforeAll | typeof beforeEach,
  after: typeof afterAll | typeof afterEach,
  settings: Settings,
): TestCampus {
  const filled = <T extends object>(empty: T, when: typeof before, fill: () => Promise<object>) => {
    when(async () => void Object.assign(empty, await fill()));
    return empty;
  };
  const somebody = (when: typeof before, role?: Role, overrides?: Overrides): TestClient =>
    filled(Object.create(TestClient.prototype), when, () => campus.person(role, overrides));
  const campus = {
    resident: (role, overrides) => somebody(before, role, overrides),
    newcomer: (role, overrides) => somebody(beforeEach, role, overrides),
    secondProcess: () => filled({} as AppInstance, before, () => campus.another()),
  } as TestCampus;
  filled(campus, before, () => startTestApp(...settings));
  after(() => campus.close());
  afterEach(closePages);
  return campus;
}

/** The intervals of applications that start later pass in `vi.advanceTimersByTime`, too. */
export function controlIntervals(): void {
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true });
  });
  afterAll(() => {
    vi.useRealTimers();
  });
}
