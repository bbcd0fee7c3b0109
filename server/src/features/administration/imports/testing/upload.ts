import type { ImportResult, importBody } from '@keydesk/shared/administration/imports';
import { api } from '@keydesk/shared/api';
import type { z } from 'zod';
import type { TestClient } from '../../../../../test/test-client.ts';

const importRows = {
  keys: api.importKeys,
  users: api.importUsers,
  grants: api.importGrants,
  cards: api.importCards,
};

const newKeys = { department: 'COMMON', block: 'A', category: 'other' };

/** Uploads a file, as the web does, with choices for what its new keys lack. */
export function upload(
  admin: TestClient,
  kind: keyof typeof importRows,
  text: string,
  { dryRun = false, ...options }: Partial<z.input<typeof importBody>> = {},
) {
  const chosen = kind === 'keys' ? { newKeys } : {};
  return admin.call(importRows[kind], { body: { text, dryRun, ...chosen, ...options } });
}

/** The same when a result is expected. */
export async function uploaded(...given: Parameters<typeof upload>): Promise<ImportResult> {
  const { status, body } = await upload(...given);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return (body.data as { result: ImportResult }).result;
}
