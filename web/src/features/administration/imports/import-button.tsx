import { t } from '@keydesk/shared/texts/en/imports';
import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { lazyDialog } from '../../../ui/lazy-component.tsx';
import { type ImportKind, importKinds } from './import-kinds.ts';

const ImportDialog = lazyDialog(() => import('./import-dialog.tsx'), 'ImportDialog');

type ImportButtonProps = { kind: ImportKind; onApplied: () => void };

export function ImportButton({ kind, onApplied }: ImportButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
        <FileUp aria-hidden className="size-4" />
        {t(importKinds[kind].importLabel)}
      </Button>
      <ImportDialog kind={kind} open={open} onClose={() => setOpen(false)} onApplied={onApplied} />
    </>
  );
}
