import { t } from '@keydesk/shared/texts/en/desk';
import { useQueryClient } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { api, callForResponse } from '../../../lib/api.ts';
import { saveFile } from '../../../lib/browser.ts';
import { useConnection } from '../../../lib/live/connection.ts';
import { useDeskComputer } from '../../../lib/session.ts';
import { DownloadButton } from '../../../ui/download-button.tsx';
import { outageSheetQuery } from './outage-sheet-query.ts';

/**
 * Opens the current sheet, with which the desk works during an outage. When offline, the page's
 * notice offers the cached one.
 */
export function OutageSheetButton({ desk }: { desk: string | null | undefined }) {
  const client = useQueryClient();
  const isEnrolled = useDeskComputer() !== null;
  if (useConnection() === 'offline') return null;
  const read = async () =>
    isEnrolled
      ? client.fetchQuery({ ...outageSheetQuery, staleTime: 0 })
      : (await callForResponse(api.outageSheet, { query: desk ? { desk } : {} })).blob();
  return (
    <DownloadButton
      variant="quiet"
      size="small"
      icon={<Printer aria-hidden className="size-4.5" />}
      download={async () => openOutageSheet(await read())}
    >
      {t('outage-sheet')}
    </DownloadButton>
  );
}

export function openOutageSheet(sheet: Blob): void {
  // Not revoked: an opened file can still be reloaded or saved.
  const opened = window.open(URL.createObjectURL(sheet));
  if (!opened) void saveFile(new Response(sheet), 'outage-sheet.pdf');
}
