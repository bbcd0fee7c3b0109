import { expect, onTestFinished, test } from 'vitest';
import { addLanguages } from '../texts/add-languages.ts';
import { speak } from '../texts/translator.ts';
import { formerMember, showNames, shownName, storedVisitorName } from './shown-name.ts';

test.each([
  [
    storedVisitorName('Ravi', 'Bank of India'),
    'Ravi of Bank of India (visitor)',
    'Ravi (Bank of India, Gast)',
  ],
  [storedVisitorName('Ravi', null), 'Ravi (visitor)', 'Ravi (Gast)'],
  [formerMember(), 'Former member', 'Ehemaliges Mitglied'],
  [
    'Asha Rao, now Former member',
    'Asha Rao, now Former member',
    'Asha Rao, jetzt Ehemaliges Mitglied',
  ],
  ['Lab, now shut, now open', 'Lab, now shut, now open', 'Lab, jetzt shut, now open'],
  ['Asha of the Hills', 'Asha of the Hills', 'Asha of the Hills'],
])('%s reads in English %s, in German %s', async (stored, english, german) => {
  expect(shownName(stored)).toBe(english);
  await speakGerman();
  expect(shownName(stored)).toBe(german);
});

test('in an answer only names of people are put into the language of the reader', async () => {
  const at = new Date();
  const answer = { keys: [{ keyName: 'Ravi (visitor)', at, takenBy: { name: 'Ravi (visitor)' } }] };
  expect(showNames(answer)).toBe(answer);
  await speakGerman();
  expect(showNames(answer)).toEqual({
    keys: [{ keyName: 'Ravi (visitor)', at, takenBy: { name: 'Ravi (Gast)' } }],
  });
});

async function speakGerman(): Promise<void> {
  onTestFinished(await addLanguages());
  speak('de');
  onTestFinished(() => speak('en'));
}
