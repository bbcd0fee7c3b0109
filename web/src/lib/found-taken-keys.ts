import type { Key } from '@keydesk/shared/keys/key';
import { findTakenKeys, searcherOn } from '@keydesk/shared/keys/key-search';
import { useMemo } from 'react';
import { useCampus } from './campus.ts';
import { useUser } from './session.ts';

/** The keys that are out and match `term`, as `findTakenKeys` lists them for the reader. */
export function useFoundTakenKeys(keys: readonly Key[], term: string): readonly Key[] {
  const department = useUser()?.department ?? null;
  const campus = useCampus();
  return useMemo(
    () => findTakenKeys(keys, term, searcherOn(campus, department)),
    [keys, term, department, campus],
  );
}
