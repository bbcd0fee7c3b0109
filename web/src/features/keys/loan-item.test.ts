import type { KeyLoan } from '@keydesk/shared/loans/loan';
import { expect, test } from 'vitest';
import { endingOf, participantsOf } from './loan-item.tsx';

function person(name: string) {
  return { id: name, name };
}

function peopleOf(loan: KeyLoan): string[] {
  return participantsOf(loan).map(({ part, person: { name } }) => `${part} ${name}`);
}

const loan: KeyLoan = {
  _id: 'a',
  takenAt: '2026-03-10T08:00:00.000Z',
  returnedAt: '2026-03-10T12:00:00.000Z',
  returnType: 'own',
  holder: person('Holder'),
  handedBy: person('Guard One'),
  returnedBy: person('Holder'),
  receivedBy: person('Guard Two'),
  reason: null,
};

test('The holder who brought the key back is not named twice', () => {
  expect(peopleOf(loan)).toEqual(['Handed out by Guard One', 'Received by Guard Two']);
});

test('A volunteer is named', () => {
  expect(peopleOf({ ...loan, returnType: 'volunteer', returnedBy: person('Friend') })).toEqual([
    'Handed out by Guard One',
    'Returned by Friend',
    'Received by Guard Two',
  ]);
});

test('A guard who collected the key both brought and received it', () => {
  const collected: KeyLoan = {
    ...loan,
    returnType: 'collected',
    returnedBy: person('Guard Two'),
  };
  expect(peopleOf(collected)).toEqual(['Handed out by Guard One', 'Received by Guard Two']);
});

test('A loan from paper says who recorded it, and of a return on paper not who took it', () => {
  const paper: KeyLoan = {
    ...loan,
    identifiedBy: 'paper',
    recordedAt: '2026-03-10T13:00:00.000Z',
    returnType: 'collected',
    returnedBy: person('Guard One'),
    receivedBy: person('Guard One'),
  };
  const recorded = expect.stringMatching(/^Entered from paper .*2026.* by Guard One$/);
  expect(endingOf(paper)).toBe('Collected by the desk');
  expect(peopleOf(paper)).toEqual([recorded, 'Received by Guard One']);
  const wholly = { ...paper, returnRecordedAt: '2026-03-10T13:00:00.000Z' };
  expect(endingOf(wholly)).toBe('From paper');
  expect(peopleOf(wholly)).toEqual([
    recorded,
    expect.stringMatching(/^Return entered from paper .*2026.* by Guard One$/),
  ]);
});

test('What the reader may not know is left out', () => {
  const hidden = { handedBy: null, returnedBy: null, receivedBy: null };
  expect(peopleOf({ ...loan, ...hidden, returnType: null })).toEqual([]);
});

test.each([
  [{ returnedAt: null, returnType: null }, 'Out now'],
  [{ returnType: null }, 'Returned'],
  [{ returnType: 'own' as const }, 'Returned by holder'],
  [{ returnType: 'volunteer' as const }, 'Volunteer return'],
])('A loan that ended like %j reads %j', (facts, text) => {
  expect(endingOf({ ...loan, ...facts })).toBe(text);
});
