import { t } from '@keydesk/shared/texts/en/imports';
import { FileDown, FileUp } from 'lucide-react';
import { useState } from 'react';
import { callForResponse } from '../../../lib/api.ts';
import { saveFile } from '../../../lib/browser.ts';
import { useHasOpened } from '../../../lib/hooks.ts';
import { Button } from '../../../ui/button.tsx';
import { DownloadButton } from '../../../ui/download-button.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { type ExportKind, type ImportKind, importKinds } from './import-kinds.ts';

const ImportDialog = lazyComponent(() => import('./import-dialog.tsx'), 'ImportDialog');

type ImportButtonProps = { kind: ImportKind; onApplied: () => void };

export function ImportButton({ kind, onApplied }: ImportButtonProps) {
  const [open, setOpen] = useState(false);
  const dialogOpened = useHasOpened(open);
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
        <FileUp aria-hidden className="size-4" />
        {t(importKinds[kind].importLabel)}
      </Button>
      {dialogOpened && (
        <ImportDialog
          kind={kind}
          open={open}
          onClose={() => setOpen(false)}
          onApplied={onApplied}
        />
      )}
    </>
  );
}

type ImportExportButtonsProps = { kind: ExportKind; onApplied: () => void };

/** An export has all rows, unfiltered, and can be imported again. */
export function ImportExportButtons({ kind, onApplied }: ImportExportButtonsProps) {
  const { exportRow, exportName, exportLabel } = importKinds[kind];
  return (
    <>
      <ImportButton kind={kind} onApplied={onApplied} />
      <DownloadButton
        variant="secondary"
        size="small"
        download={async () => saveFile(await callForResponse(exportRow), exportName)}
        icon={<FileDown aria-hidden className="size-4" />}
      >
        {t(exportLabel)}
      </DownloadButton>
    </>
  );
}
