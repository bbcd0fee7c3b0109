import type { Campus } from '@keydesk/shared/campus/campus';
import { describe, expect, test } from 'vitest';
import { sampleKey } from '../../../lib/testing/sample-key.ts';
import { emptyDraftAt, toKeyDraft, validateDraft, validateEdit } from './key-draft.ts';

describe('the add-key form', () => {
  test('requires number, name and location, and nothing else', () => {
    expect(validateDraft(emptyDraftAt(null)).errors).toEqual({
      keyNumber: 'Key number is required',
      keyName: 'Key name is required',
      location: 'Location is required',
    });
  });

  test('stores the defaults of what was left alone, without surrounding space', () => {
    const draft = { ...emptyDraftAt(null), keyNumber: ' C-1 ', keyName: 'Lab ', location: 'A' };
    expect(validateDraft(draft).fields).toEqual({
      keyNumber: 'C-1',
      keyName: 'Lab',
      location: 'A',
      description: '',
      category: 'other',
      department: 'COMMON',
      block: 'A',
      frequentlyUsed: false,
    });
  });

  test('begins with the department that is asked for, if keys can be given to it', () => {
    const [common, civil] = [{ code: 'COMMON' }, { code: 'CIVIL' }].map((entry) => ({
      ...entry,
      label: entry.code,
      retired: false,
      lends: true,
    }));
    const campus = (departments: unknown[]) =>
      ({ departments, blocks: [], categories: [] }) as unknown as Campus;
    expect(emptyDraftAt(campus([common, civil]), 'CIVIL').department).toBe('CIVIL');
    expect(emptyDraftAt(campus([common, civil])).department).toBe('COMMON');
    const retired = { ...civil, retired: true };
    expect(emptyDraftAt(campus([common, retired]), 'CIVIL').department).toBe('COMMON');
  });

  test('names the field that is too long', () => {
    const before = toKeyDraft(sampleKey());
    const description = 'x'.repeat(501);
    expect(validateEdit(before, { ...before, description }).errors).toEqual({
      description: 'Description must be at most 500 characters',
    });
  });
});

describe('an edit', () => {
  const before = toKeyDraft(sampleKey());

  test('sends only what it changes', () => {
    const draft = { ...before, keyName: 'Lab 2 ', frequentlyUsed: true };
    expect(validateEdit(before, draft).fields).toEqual({ keyName: 'Lab 2', frequentlyUsed: true });
  });

  test('asks nothing of a text that was stored before today’s rules', () => {
    const old = toKeyDraft(sampleKey({ location: 'Floor\n1' }));
    expect(validateEdit(old, { ...old, block: 'D' }).fields).toEqual({ block: 'D' });
    expect(validateEdit(old, { ...old, location: 'Floor\n2' }).errors).toMatchObject({
      location: expect.stringContaining('single line'),
    });
  });

  test('of nothing sends nothing', () => {
    expect(validateEdit(before, { ...before, keyName: `${before.keyName} ` }).fields).toEqual({});
  });
});
