import { api } from '@keydesk/shared/api';
import { type KeyStanding, standingOf } from '@keydesk/shared/keys/key';
import fc from 'fast-check';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { giveKey } from '../../../test/handovers.ts';
import { testCampus } from '../../../test/test-campus.ts';
import { proofsOf } from '../../../test/test-client.ts';

const campus = testCampus();
const admin = campus.resident('admin');
const guard = campus.resident('security');
const operator = campus.resident('operator');
const asha = campus.resident('faculty');

/** What may have become of a key, and where that leaves it. */
const lives: Record<string, KeyStanding | 'removed'> = {
  untouched: 'hanging',
  returned: 'hanging',
  taken: 'out',
  'taken, then lost': 'out',
  'taken, then damaged and kept back': 'out',
  missing: 'reported',
  'missing, then found': 'hanging',
  'damaged, may be lent': 'hanging',
  'damaged, may be lent, then taken': 'out',
  'damaged and kept back': 'reported',
  'lost, then written off': 'removed',
  'taken, which was undone': 'hanging',
};

async function live(life: string): Promise<void> {
  const { id } = await campus.key();
  const params = { id };
  const report = (kind: string, blocks?: boolean) =>
    guard.get(api.reportKey, {
      params,
      // One guard reports more keys than ten an hour only with a note.
      body: { kind, note: 'As the test says', ...(blocks !== undefined && { blocks }) },
    });
  const resolve = async (resolution: string, incident: { id: string }) =>
    admin.get(api.resolveIncident, { params: { id: incident.id }, body: { resolution } });
  const words = life.split(', ');
  if (life.startsWith('damaged')) await report('damaged', life.includes('kept back'));
  if (life.startsWith('missing')) {
    const { incident } = (await report('missing')).data;
    if (life.includes('found')) await resolve('found', incident);
  }
  if (['taken', 'returned', 'then taken', 'lost'].some((word) => words.includes(word))) {
    const { loanId } = await giveKey(guard, asha, id);
    if (life === 'returned') await guard.get(api.collectKey, { params, body: {} });
    if (life.includes('undone'))
      await guard.get(api.undoHandover, {
        params: { id: loanId ?? '' },
        body: { reason: 'mistake', handover: 'hand-out' },
      });
    if (words.includes('then damaged and kept back')) await report('damaged', true);
    if (life.includes('lost')) {
      const { incident } = (await report('lost')).data;
      if (life.includes('written off')) await resolve('written-off', incident);
    }
  }
}

async function reportText(): Promise<string> {
  const answer = await fetch(`${campus.url}/api/dashboard/reports/pdf`, {
    headers: proofsOf(admin),
  });
  const pdf = await getDocumentProxy(new Uint8Array(await answer.arrayBuffer()));
  return (await extractText(pdf)).text.join(' ').replace(/\s+/g, ' ');
}

test('every call counts the same keys as hanging, out and reported, whatever became of them', async () => {
  const mix = fc.array(fc.constantFrom(...Object.keys(lives)), { minLength: 3, maxLength: 9 });
  const lived: string[] = [];
  await fc.assert(
    fc.asyncProperty(mix, async (more) => {
      for (const life of more) await live(life);
      lived.push(...more);
      const count = (standing: KeyStanding) =>
        lived.filter((life) => lives[life] === standing).length;
      const [hanging, out, reported] = [count('hanging'), count('out'), count('reported')];
      const totalKeys = hanging + out + reported;
      const usage = Math.round((1000 * out) / totalKeys) / 10;

      const { keys } = (await guard.get(api.listKeys)).data;
      const standings = keys.map(standingOf);
      expect(
        ['hanging', 'out', 'reported'].map((one) => standings.filter((s) => s === one).length),
      ).toEqual([hanging, out, reported]);
      const listed = async (status: string) =>
        (await asha.get(api.listKeys, { query: { status } })).data.keys.length;
      expect(await listed('available')).toBe(hanging);
      expect(await listed('unavailable')).toBe(out + reported);
      expect((await guard.get(api.allTakenKeys)).data.keys).toHaveLength(out);
      expect((await guard.get(api.getShift)).data.keysOut).toBe(out);

      const stats = {
        totalKeys,
        availableKeys: hanging,
        unavailableKeys: out + reported,
        keysInUse: out,
        reportedKeys: reported,
      };
      expect((await admin.get(api.adminDashboard)).data.stats).toMatchObject(stats);
      expect((await operator.get(api.operatorDashboard)).data.stats).toMatchObject(stats);
      expect((await admin.get(api.reports)).data.systemStatistics).toEqual({
        totalKeys,
        availableKeys: hanging,
        keysInUse: out,
        reportedKeys: reported,
        usageRate: usage,
      });
      expect((await admin.get(api.peakUsageAnalytics)).data.usagePercentage).toBe(usage);
    }),
    { numRuns: 4 },
  );
  const { data } = await admin.get(api.reports);
  const { totalKeys, keysInUse, availableKeys, reportedKeys } = data.systemStatistics;
  const printed = `${totalKeys} Total keys ${keysInUse} Keys in use ${availableKeys} Available keys`;
  const text = await reportText();
  expect(text).toContain(printed);
  expect(text.includes(`${reportedKeys} Reported keys`)).toBe(reportedKeys > 0);
});
