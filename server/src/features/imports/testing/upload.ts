import { randomBytes } from 'node:crypto';
import { api } from '@keydesk/shared/api';
import type { ImportResult, NamedEntry } from '@keydesk/shared/imports/routes';
import type { TestClient } from '../../../../test/test-client.ts';

export const importRows = {
  keys: api.importKeys,
  users: api.importUsers,
  grants: api.importGrants,
};
export type ImportKind = keyof typeof importRows;

export function newUploadId() {
  return randomBytes(12).toString('hex');
}

const sliceLength = 50_000;

/** Uploads a file slice by slice, as the web does; returns the response to the last one. */
export async function upload(
  admin: TestClient,
  kind: ImportKind,
  text: string,
  options: { dryRun?: boolean; create?: NamedEntry[] } = {},
) {
  const uploadId = newUploadId();
  const parts = Math.max(1, Math.ceil(text.length / sliceLength));
  const send = (part: number) =>
    admin.call(importRows[kind], {
      body: {
        uploadId,
        part,
        parts,
        text: text.slice(part * sliceLength, (part + 1) * sliceLength),
        dryRun: options.dryRun ?? false,
        create: options.create,
      },
    });
  for (let part = 0; part < parts - 1; part += 1) await send(part);
  return send(parts - 1);
}

/** The same when a result is expected. */
export async function uploaded(...given: Parameters<typeof upload>): Promise<ImportResult> {
  const { status, body } = await upload(...given);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  const { result } = body.data as { result: ImportResult | null };
  if (!result) throw new Error('The upload is not complete');
  return result;
}
