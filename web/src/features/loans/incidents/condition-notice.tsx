import type { Key } from '@keydesk/shared/keys/key';
import { useMutation } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { api, call, getErrorMessage } from '../../../lib/api.ts';
import { serverNow } from '../../../lib/clock.ts';
import { formatDay } from '../../../lib/format.ts';
import { OnDutyButton } from '../../../ui/action-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { showError, showSuccess } from '../../../ui/toast/show-toast.ts';

/** What is reported of a key that the desk has in hand; nothing of one that is as it should be. */
export function ConditionNotice({ item }: { item: Key }) {
  const { condition, reportedAt } = item;
  if (!condition) return null;
  const day = reportedAt ? ` on ${formatDay(Date.parse(reportedAt), serverNow())}` : '';
  return (
    <Notice tone="warning" icon={<SearchX aria-hidden />}>
      This key was reported {condition}
      {day}.{condition !== 'damaged' && ' Found?'}
    </Notice>
  );
}

/** Says that a missing key is found, which is then available. */
export function FoundKey({ item }: { item: Key }) {
  const finding = useMutation({
    mutationFn: async () => {
      const { data } = await call(api.incidentsOfKey, { params: { id: item._id } });
      const open = data.incidents.find(({ resolvedAt }) => resolvedAt === null);
      if (!open) return;
      await call(api.resolveIncident, { params: { id: open.id }, body: { resolution: 'found' } });
    },
    onSuccess: () => showSuccess(`Key ${item.keyNumber} is found`),
    onError: (cause) => showError(getErrorMessage(cause)),
  });
  if (item.condition !== 'missing') return null;
  return (
    <OnDutyButton size="large" busy={finding.isPending} onClick={() => finding.mutate()}>
      Found
    </OnDutyButton>
  );
}
