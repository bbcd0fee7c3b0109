import { useQueryClient } from '@tanstack/react-query';
import { AccessTabs } from '../../features/access/access-page.tsx';
import { refetchRules } from '../../features/access/queries.ts';
import { ImportButton } from '../../features/imports/import-export-buttons.tsx';

/** The Access page, where lists of access that were kept on paper are imported. */
export function AccessPage() {
  const client = useQueryClient();
  return (
    <AccessTabs tools={<ImportButton kind="grants" onApplied={() => refetchRules(client)} />} />
  );
}
