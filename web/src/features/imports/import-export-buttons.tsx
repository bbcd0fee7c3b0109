import { useMutation } from '@tanstack/react-query';
import { FileDown, FileUp } from 'lucide-react';
import { useState } from 'react';
import { callForResponse, getErrorMessage } from '../../lib/api.ts';
import { saveFile } from '../../lib/browser.ts';
import { useHasOpened } from '../../lib/hooks.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { showError } from '../../ui/toast/show-toast.ts';
import { type ImportKind, importKinds } from './import-kinds.ts';

const ImportDialog = lazyComponent(() =>
  import('./import-dialog.tsx').then((module) => module.ImportDialog),
);

type ImportExportButtonsProps = { kind: ImportKind; onApplied: () => void };

/** Import and Export, for the tools above a list. */
export function ImportExportButtons({ kind, onApplied }: ImportExportButtonsProps) {
  const [open, setOpen] = useState(false);
  const dialogOpened = useHasOpened(open);
  const saving = useExport(kind);
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
        <FileUp aria-hidden className="size-4" />
        Import
      </Button>
      <ActionButton
        variant="secondary"
        size="small"
        busy={saving.isPending}
        onClick={() => saving.mutate()}
      >
        {!saving.isPending && <FileDown aria-hidden className="size-4" />}
        Export
      </ActionButton>
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

/** Downloads all keys or all people as a CSV file. */
function useExport(kind: ImportKind) {
  const { exportRow, exportName } = importKinds[kind];
  return useMutation({
    mutationFn: async () => saveFile(await callForResponse(exportRow), exportName),
    onError: (cause) => showError(getErrorMessage(cause)),
  });
}
