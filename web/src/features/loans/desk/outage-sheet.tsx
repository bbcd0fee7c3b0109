import { useQueryClient } from '@tanstack/react-query';
import { api, callForResponse } from '../../../lib/api.ts';
import { saveFile } from '../../../lib/browser.ts';
import { useDeskComputer } from '../../../lib/session.ts';
import { outageSheetQuery } from './outage-sheet-query.ts';

/**
 * Opens the current sheet of a desk, or of 'all', with which the desk works during an outage. When
 * offline, the page's notice offers the cached one.
 */
export function useOpenOutageSheet(desk: string): () => Promise<void> {
  const client = useQueryClient();
  const isEnrolled = useDeskComputer() !== null;
  return async () => {
    const sheet = isEnrolled
      ? await client.fetchQuery({ ...outageSheetQuery, staleTime: 0 })
      : await (await callForResponse(api.outageSheet, { query: { desk } })).blob();
    openOutageSheet(sheet);
  };
}

export function openOutageSheet(sheet: Blob): void {
  // Not revoked: an opened file can still be reloaded or saved.
  const opened = window.open(URL.createObjectURL(sheet));
  if (!opened) void saveFile(new Response(sheet), 'outage-sheet.pdf');
}

/** Downloads what is out at a desk, or at 'all', to tick off on paper. */
export async function downloadNightList(desk: string): Promise<void> {
  await saveFile(await callForResponse(api.nightList, { query: { desk } }), 'night-list.pdf');
}
