import { expect, test } from 'vitest';
import { findUnusedTexts } from './check-texts.mjs';

const texts = { open: 'Open', close: 'Close' };

test('a text that nothing uses is named', () => {
  const code = ["import { keys } from '../texts/en/keys.ts';\nt('open');", "t('close');"];
  expect(findUnusedTexts('keys', texts, code)).toEqual(['keys.json: nothing uses close']);
  const both = [...code, "import { keys } from '@keydesk/shared/texts/en/keys';\n['close']"];
  expect(findUnusedTexts('keys', texts, both)).toEqual([]);
});

test('a refusal is named in any file', () => {
  expect(findUnusedTexts('errors', { NOT_FOUND: '' }, ["appError('NOT_FOUND')"])).toEqual([]);
});
