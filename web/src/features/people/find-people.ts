import type { FoundPerson } from '@keydesk/shared/people/search';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ApiError, api, call } from '../../lib/api.ts';

/** Null if the card has no owner. */
export async function findByCard(cardText: string): Promise<FoundPerson | null> {
  const signal = AbortSignal.timeout(12_000);
  try {
    return (await call(api.findPersonByCard, { body: { cardText }, signal })).data.person;
  } catch (cause) {
    if (cause instanceof ApiError && cause.code === 'PERSON_NOT_FOUND') return null;
    throw cause;
  }
}

/** Best matches first; the previous result stays during a search. */
export function peopleQuery(search: string) {
  return queryOptions({
    queryKey: ['people', search],
    queryFn: async ({ signal }): Promise<FoundPerson[]> =>
      (await call(api.searchPeople, { query: { search }, signal })).data.people,
    enabled: search !== '',
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    gcTime: 60_000,
  });
}
