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
 * Opens the sheet on which the desk goes on while the server is away, as of now. Once it is away,
 * the page's notice has the sheet that was kept.
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

/** Opens the sheet where the browser shows and prints such files. */
export function openOutageSheet(sheet: Blob): void {
  // Not revoked: what was opened can still be reloaded or saved.
  const opened = window.open(URL.createObjectURL(sheet));
  if (!opened) void saveFile(new Response(sheet), 'outage-sheet.pdf');
}
