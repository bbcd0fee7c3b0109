import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FileDown, RefreshCw } from 'lucide-react';
import { serverSaid } from '../../lib/server-said.ts';
import { ActionButton, ActionIconButton } from '../../ui/action-button.tsx';
import { showError, showSuccess } from '../../ui/toast/show-toast.ts';
import type { AnalyticsFilter } from './analytics-filter.ts';
import { exportPdf, reportsRoot } from './reports.queries.ts';

/** Reads everything anew, or takes it away as a file. */
export const ReportActions = ({ filter }: { filter: AnalyticsFilter }) => {
  const client = useQueryClient();
  const exporting = useMutation({
    mutationFn: exportPdf,
    onSuccess: () => showSuccess('PDF report exported successfully'),
    onError: (cause) => showError(serverSaid(cause, 'Failed to export PDF report')),
  });
  return (
    <>
      <ActionIconButton
        label="Refresh"
        icon={<RefreshCw />}
        onClick={() => void client.refetchQueries({ queryKey: reportsRoot, type: 'active' })}
      />
      <ActionButton busy={exporting.isPending} onClick={() => exporting.mutate(filter)}>
        {!exporting.isPending && <FileDown aria-hidden className="size-4.5" />}
        Export PDF
      </ActionButton>
    </>
  );
};
