import { expect, test } from 'vitest';
import { mountSmallDisk, type SmallDisk } from './full-disk.ts';
import { findHalfDone } from './half-done.ts';
import { openInstallation } from './installation.ts';
import { startLoad } from './load.ts';
import { findLosses } from './losses.ts';
import { patienceMs, reportFigure, rounds } from './rounds.ts';

const waitOptions = { timeout: 60_000, interval: 50 };

async function isReady(url: string): Promise<boolean> {
  return (await fetch(`${url}/readyz`)).ok;
}

async function fillUnderLoad(disk: SmallDisk) {
  const site = await openInstallation(disk.folder);
  const { pid } = site.app;
  const load = startLoad(site.people);
  try {
    await load.more(20);
    disk.fill();
    // The log has room in the file that it has begun; the next one finds none.
    await site.db.query('SELECT pg_switch_wal()').catch(() => undefined);
    await expect.poll(() => load.undecided.refused, waitOptions).toBeGreaterThan(50);
    await expect.poll(() => isReady(site.app.url), waitOptions).toBe(false);
    disk.free();
    await load.served();
    await expect.poll(() => isReady(site.app.url), waitOptions).toBe(true);
    await load.more(20);
    await load.stop();
    expect(site.app.isRunning() && site.app.pid === pid).toBe(true);
    expect(load.surprises).toEqual([]);
    expect(await findLosses(site.db, load.actions)).toEqual([]);
    expect(await findHalfDone(site.db)).toEqual([]);
    reportFigure(
      `Full disk: ${load.actions.length} confirmed handovers, none lost or half done; ` +
        `${load.undecided.refused} calls refused with 503, served again once there was room`,
    );
  } finally {
    await load.stop();
    disk.free();
    await site.close();
  }
}

const disk = rounds.whole ? mountSmallDisk() : null;
if (rounds.whole && !disk)
  reportFigure('Full disk: SKIPPED, this process may not mount a small disk');

test.runIf(disk)(
  'a full disk refuses handovers, and loses none',
  { timeout: patienceMs, retry: 0 },
  async () => {
    if (!disk) return;
    await fillUnderLoad(disk).finally(() => disk.remove());
  },
);
