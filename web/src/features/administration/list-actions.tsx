import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t } from '@keydesk/shared/texts/en/imports';
import { FileDown, FileUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { callForResponse } from '../../lib/api.ts';
import { saveFile } from '../../lib/browser.ts';
import { useLastNonNull } from '../../lib/hooks.ts';
import { Button } from '../../ui/button.tsx';
import { useDownload } from '../../ui/download-button.tsx';
import { lazyDialog } from '../../ui/lazy-component.tsx';
import { type MenuEntry, MoreMenu } from '../../ui/menu.tsx';
import { type ExportKind, type ImportKind, importKinds } from './imports/import-kinds.ts';

const ImportDialog = lazyDialog(() => import('./imports/import-dialog.tsx'), 'ImportDialog');

type ListMenuProps = {
  title: string;
  kind: ExportKind;
  /** What else can be imported on the page. */
  others?: readonly ImportKind[];
  entries: readonly MenuEntry[];
  more?: readonly MenuEntry[];
  onApplied: () => void;
};

/**
 * What is rarely done with a whole list. An export has all rows, unfiltered, and can be imported
 * again.
 */
export function ListMenu(props: ListMenuProps) {
  const { title, kind, others = [], entries, more = [], onApplied } = props;
  const { exportRow, exportName, exportLabel } = importKinds[kind];
  const [importing, setImporting] = useState<ImportKind | null>(null);
  const shown = useLastNonNull(importing);
  const file = useDownload({
    download: async () => saveFile(await callForResponse(exportRow), exportName),
  });
  const files = [
    ...[kind, ...others].map((each) => ({
      label: t(importKinds[each].importLabel),
      icon: <FileUp aria-hidden />,
      onSelect: () => setImporting(each),
    })),
    { label: t(exportLabel), icon: <FileDown aria-hidden />, onSelect: () => file.mutate() },
  ];
  return (
    <>
      <MoreMenu label={actionText('more-of', { title })} entries={entries} more={[files, more]} />
      {shown && (
        <ImportDialog
          key={shown}
          kind={shown}
          open={importing !== null}
          onClose={() => setImporting(null)}
          onApplied={onApplied}
        />
      )}
    </>
  );
}

type AddButtonProps = { label: string; icon: ReactNode; onClick: () => void };

/** What is usually done with a list; beside its title, a phone has room for one word. */
export function AddButton({ label, icon, onClick }: AddButtonProps) {
  return (
    <Button onClick={onClick}>
      {icon}
      <span aria-hidden className="sm:hidden">
        {actionText('add')}
      </span>
      <span className="max-sm:sr-only">{label}</span>
    </Button>
  );
}
