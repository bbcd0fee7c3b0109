import type { Key } from '@keydesk/shared/keys/key';
import type { UserDetails } from '@keydesk/shared/people/user';
import { expect, test } from 'vitest';
import { sampleKey } from '../../../lib/testing/sample-key.ts';
import { returnDetails } from './handover-result.ts';

const keyId = '64f0c0ffee64f0c0ffee64f0';
const ashaId = 'a5a5a5a5a5a5a5a5a5a5a5a5';
const raviId = 'b5b5b5b5b5b5b5b5b5b5b5b5';

const key = sampleKey({
  _id: keyId,
  keyNumber: '204',
  keyName: 'Physics Lab',
  location: 'Second floor',
  status: 'unavailable',
  takenBy: { userId: ashaId, name: 'Asha Rao', email: 'asha.rao@campus.test' },
  takenAt: '2026-01-05T09:00:00.000Z',
  loanId: 'c'.repeat(24),
});

const asha: UserDetails = {
  id: ashaId,
  name: 'Asha Rao',
  email: 'asha.rao@campus.test',
  role: 'faculty',
  department: 'CSE',
  facultyId: 'FAC001',
  phone: null,
};

const issued = { keyId, userId: ashaId, attested: true };

test('key and person are shown with the loan that is to be closed', () => {
  expect(returnDetails(issued, key, asha)).toMatchObject({
    keyNumber: '204',
    keyName: 'Physics Lab',
    location: 'Second floor',
    personName: 'Asha Rao',
    personEmail: 'asha.rao@campus.test',
    personId: null,
    loanedTo: null,
    choice: 'confirm',
    item: key,
  });
});

test('placeholders and truncated ids stand for what could not be fetched', () => {
  expect(returnDetails(issued, null, null)).toMatchObject({
    keyNumber: '64f0c0ff…',
    keyName: 'Unknown Key',
    personName: 'Unknown User',
    personEmail: 'Unknown Email',
    personId: 'a5a5a5a5…',
    choice: 'confirm',
  });
});

test('an unknown person still leaves the name that the loan gives', () => {
  expect(returnDetails(issued, key, null)).toMatchObject({
    personName: 'Unknown User',
    loanedTo: 'Asha Rao',
    choice: 'confirm',
  });
});

test('a code of somebody who does not have the key any more returns nothing, and the desk may collect', () => {
  const code = { keyId, userId: raviId, attested: true };
  const ravi = { ...asha, id: raviId, name: 'Ravi Iyer' };
  const expected = { personName: 'Ravi Iyer', loanedTo: 'Asha Rao', choice: 'collect', item: key };
  expect(returnDetails(code, key, ravi)).toMatchObject(expected);
  // Two people may have the same name.
  const namesake = { ...ravi, name: 'Asha Rao' };
  expect(returnDetails(code, key, namesake)).toMatchObject({ choice: 'collect' });
});

test('the person of a code that this server did not issue is not believed', () => {
  const foreign = { keyId, userId: raviId, attested: false };
  const ravi = { ...asha, id: raviId, name: 'Ravi Iyer', email: 'ravi.iyer@campus.test' };
  expect(returnDetails(foreign, key, ravi)).toMatchObject({
    personName: 'Asha Rao',
    personEmail: 'asha.rao@campus.test',
  });
});

test('a key that hangs at the desk is said to', () => {
  const atDesk: Key = { ...key, status: 'available', takenBy: null, takenAt: null, loanId: null };
  expect(returnDetails(issued, atDesk, asha)).toMatchObject({ choice: 'nothing' });
});
