import { FileDown, FileUp } from 'lucide-react';
import { useState } from 'react';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { late } from '../../ui/late.tsx';
import { useOnceOpen } from '../../ui/use-once-open.ts';
import type { ImportKind } from './import-kinds.ts';
import { useExport } from './use-export.ts';

const ImportDialog = late(() =>
  import('./import-dialog.tsx').then((module) => module.ImportDialog),
);

type ImportExportButtonsProps = { kind: ImportKind; onApplied: () => void };

/** Import and Export, for a row of tools above a list. */
export const ImportExportButtons = ({ kind, onApplied }: ImportExportButtonsProps) => {
  const [open, setOpen] = useState(false);
  const wanted = useOnceOpen(open);
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
      {wanted && (
        <ImportDialog
          kind={kind}
          open={open}
          onClose={() => setOpen(false)}
          onApplied={onApplied}
        />
      )}
    </>
  );
};
