import { isId } from '@keydesk/shared/is-id';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { auditSignInsHidden } from '../../lib/storage.ts';
import type { AuditFilter } from './audit-filter.ts';
import { keyNumbersQuery, personNameQuery } from './queries.ts';

type SearchParams = Readonly<Record<string, unknown>>;

/** The filter in the address, which has the ids of person and key, and a function to replace it. */
export function useAuditFilter(): [filter: AuditFilter, change: (filter: AuditFilter) => void] {
  const params = useSearch({ strict: false }) as SearchParams;
  const navigate = useNavigate();
  const personId = isId(params.personId) ? params.personId : null;
  const keyId = isId(params.keyId) ? params.keyId : null;
  const person = useQuery({ ...personNameQuery(personId ?? ''), enabled: personId !== null });
  const keys = useQuery({ ...keyNumbersQuery, enabled: keyId !== null });
  const key = keys.data?.find(({ _id }) => _id === keyId);
  const filter: AuditFilter = {
    person:
      personId === null
        ? null
        : { id: personId, name: person.data ?? (person.error ? 'Unknown' : '…') },
    key:
      keyId === null
        ? null
        : { id: keyId, keyNumber: key?.keyNumber ?? (keys.data ? 'Deleted key' : '…') },
    action: textOf(params.action),
    fromDay: textOf(params.from),
    toDay: textOf(params.to),
  };
  const change = (next: AuditFilter) =>
    void navigate({
      to: '.',
      search: toSearchParams(next),
      replace: true,
      resetScroll: false,
    });
  return [filter, change];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function toSearchParams({ person, key, action, fromDay, toDay }: AuditFilter) {
  return {
    ...(person && { personId: person.id }),
    // `key` would open the details of the key over the page.
    ...(key && { keyId: key.id }),
    ...(action && { action }),
    ...(fromDay && { from: fromDay }),
    ...(toDay && { to: toDay }),
  };
}

/** Whether sign-ins are left out, which this browser remembers, and a function to change it. */
export function useHiddenSignIns(): [hidden: boolean, hide: (hidden: boolean) => void] {
  const [hidden, setHidden] = useState(() => auditSignInsHidden.read() === 'true');
  const hide = (next: boolean) => {
    auditSignInsHidden.write(String(next));
    setHidden(next);
  };
  return [hidden, hide];
}
