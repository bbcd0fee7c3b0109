import { requestCode, returnCode } from '../../server/test/handovers.ts';
import {
  holderOfAKey,
  offers,
  opens,
  type Screen,
  type ScreenTour,
  scan,
  shows,
} from './screen.ts';

const scanner = '/dashboard/security/scanner';
const unavailable = '/dashboard/security/unavailable';

const screens: readonly Screen[] = [
  { name: 'the scanner tab', path: scanner, reach: shows('USB scanner ready, just scan') },
  {
    name: 'the scanner without a camera',
    path: scanner,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Start Scanning' }).click();
      await page.getByText('Scanner Error').waitFor();
    },
  },
  {
    name: 'the result of a handover',
    path: scanner,
    reach: async (page, campus) => {
      const [holder, key] = [await campus.person(), await campus.key()];
      await scan(page, (await requestCode(holder, key._id)).qrText, 'Handed over');
    },
  },
  {
    name: 'Confirm Return',
    path: scanner,
    reach: async (page, campus) => {
      const { holder, key } = await holderOfAKey(campus);
      await scan(page, (await returnCode(holder, key._id)).qrText, 'Confirm Return');
    },
  },
  {
    name: 'a refused code',
    path: scanner,
    reach: (page) => scan(page, 'a cinema ticket, read by the scanner', 'Error'),
  },
  { name: 'Available', path: '/dashboard/security/available', reach: shows('Departments') },
  { name: 'Unavailable Keys', path: unavailable, reach: offers(/^Collect/) },
  { name: 'Collect Key', path: unavailable, reach: opens(/^Collect/, 'Collect Key') },
];

export const desk: readonly ScreenTour[] = [
  {
    who: 'the desk',
    arrives: async (campus) => {
      await holderOfAKey(campus);
      return campus.person('security');
    },
    screens,
  },
];
