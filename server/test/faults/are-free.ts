import { api } from '@keydesk/shared/api';
import type { CampusPeople } from './campus-people.ts';

/**
 * Whether every key can be moved: collects them all at the process of `at`, where those that are
 * locked are refused after a while.
 */
export const areFree = async (
  { keyIds, desks }: CampusPeople,
  at: { url: string },
): Promise<boolean> => {
  const statuses = await Promise.all(
    keyIds.map(async (id, index) => {
      const desk = desks[index % desks.length]?.at(at);
      return (await desk?.call(api.collectKey, { params: { id } }))?.status;
    }),
  );
  const understood = [200, 409, 503];
  if (!statuses.every((status) => understood.includes(status ?? 0)))
    throw new Error(`Keys were collected with ${statuses.join(', ')}`);
  return !statuses.includes(503);
};
