import type { Campus } from '@keydesk/shared/campus/campus';
import { describe, expect, test } from 'vitest';
import { sampleKey } from '../../lib/testing/sample-key.ts';
import { changesOf, emptyDraft, emptyDraftAt, toKeyDraft, validateDraft } from './key-draft.ts';

describe('the add-key form', () => {
  test('requires number, name and location, and nothing else', () => {
    expect(validateDraft(emptyDraft).errors).toEqual({
      keyNumber: 'Key number is required',
      keyName: 'Key name is required',
      location: 'Location is required',
    });
  });

  test('stores the defaults of what was left alone, without surrounding space', () => {
    const draft = { ...emptyDraft, keyNumber: ' C-1 ', keyName: 'Lab ', location: 'A' };
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
      ...{ ...entry, label: entry.code, retired: false },
      ...{ lends: true },
    }));
    const campus = (departments: unknown[]) =>
      ({ departments, blocks: [], categories: [] }) as unknown as Campus;
    expect(emptyDraftAt(campus([common, civil]), 'CIVIL').department).toBe('CIVIL');
    expect(emptyDraftAt(campus([common, civil])).department).toBe('COMMON');
    const retired = { ...civil, retired: true };
    expect(emptyDraftAt(campus([common, retired]), 'CIVIL').department).toBe('COMMON');
  });

  test('names the field that is too long', () => {
    const draft = { ...toKeyDraft(sampleKey()), description: 'x'.repeat(501) };
    expect(validateDraft(draft).errors).toEqual({
      description: 'Description must be at most 500 characters',
    });
  });
});

describe('an edit', () => {
  const before = toKeyDraft(sampleKey());

  test('sends only what it changes', () => {
    expect(changesOf(before, { ...before, keyName: 'Lab 2', frequentlyUsed: true })).toEqual({
      keyName: 'Lab 2',
      frequentlyUsed: true,
    });
  });

  test('of nothing sends nothing', () => {
    expect(changesOf(before, { ...before })).toEqual({});
  });
});
