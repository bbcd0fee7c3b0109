import { t } from '@keydesk/shared/texts/en/desk';
import { Printer } from 'lucide-react';
import { api, callForResponse } from '../../../lib/api.ts';
import { saveFile } from '../../../lib/browser.ts';
import { DownloadButton } from '../../../ui/download-button.tsx';

/** Downloads what is out at a desk, or at 'all', to tick off on paper. */
export function NightListButton({ desk }: { desk: string }) {
  return (
    <DownloadButton
      variant="quiet"
      size="small"
      className="print:hidden"
      icon={<Printer aria-hidden className="size-4.5" />}
      download={async () =>
        saveFile(await callForResponse(api.nightList, { query: { desk } }), 'night-list.pdf')
      }
    >
      {t('night-list')}
    </DownloadButton>
  );
}
