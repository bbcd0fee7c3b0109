import type { Key } from '@keydesk/shared/keys/key';

export const statusFilters = ['all', 'available', 'unavailable'] as const;
export type StatusFilter = (typeof statusFilters)[number];

const passes: Record<StatusFilter, (key: Key) => boolean> = {
  all: () => true,
  available: (key) => key.status === 'available',
  unavailable: (key) => key.status !== 'available',
};

/** The keys under one filter tab; unavailable means any status other than available. */
export const filterByStatus = (keys: readonly Key[], filter: StatusFilter): readonly Key[] =>
  filter === 'all' ? keys : keys.filter(passes[filter]);
