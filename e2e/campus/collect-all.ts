import { api } from '@keydesk/shared/api';
import type { Campus } from './campus.ts';

/** Collects every key that is out. */
export async function collectAll({ guard }: Campus): Promise<void> {
  const { data } = await guard.get(api.allTakenKeys);
  for (const { _id } of data.keys) await guard.get(api.collectKey, { params: { id: _id } });
}
