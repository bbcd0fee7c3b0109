import { capitalized } from '@keydesk/shared/core/text';
import { t } from '@keydesk/shared/texts/en/due';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, call } from '../../../lib/api.ts';
import { dueText, untilText } from '../../../lib/due.ts';
import { isConnected } from '../../../lib/live/connection.ts';
import { invalidateAndRefetch } from '../../../lib/query-client.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { showError } from '../../../ui/toast/show-toast.ts';

type DueTimeProps = {
  loanId?: string | null | undefined;
  /** From the answer to the hand-out; null means no due time. */
  dueAt: string | null;
  keepUntil?: readonly string[] | undefined;
};

export function DueTime({ loanId, dueAt, keepUntil = [] }: DueTimeProps) {
  const extend = useExtendLoan(() => undefined);
  const due = extend.data?.dueAt ?? dueAt;
  if (!loanId || keepUntil.length === 0) return <p>{capitalized(dueText(due))}</p>;
  return (
    <ul aria-label={t('due-time')} className="mt-3 flex flex-wrap gap-2">
      <li className="flex min-h-9 items-center rounded-control bg-accent-soft px-3 text-sm font-semibold text-accent">
        {capitalized(dueText(due))}
      </li>
      {(extend.isSuccess ? [] : keepUntil).map((until) => (
        <li key={until}>
          <ActionButton
            variant="secondary"
            size="small"
            busy={extend.isPending && extend.variables.until === until}
            onClick={() =>
              extend.mutate(
                { loanId, until, reason: t('at-hand-out') },
                { onError: (cause) => showError(cause.message) },
              )
            }
          >
            {t('until', { when: untilText(until) })}
          </ActionButton>
        </li>
      ))}
    </ul>
  );
}

export function loanExtensionsQuery(loanId: string) {
  return queryOptions({
    queryKey: ['desk', 'extensions', loanId],
    queryFn: async ({ signal }) =>
      (await call(api.loanExtensions, { params: { id: loanId }, signal })).data,
    staleTime: 0,
  });
}

type Extension = { loanId: string; until: string; reason: string };

/** Moves the due time of a loan. The desk gives a reason. */
export function useExtendLoan(onExtended: (dueAt: string, keyNumber: string) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ loanId, until, reason }: Extension) =>
      (await call(api.extendLoan, { params: { id: loanId }, body: { until, reason } })).data,
    onSuccess: ({ dueAt, key }) => {
      onExtended(dueAt, key.keyNumber);
      // With a live connection, the socket reports the change.
      if (!isConnected()) void invalidateAndRefetch(client);
    },
  });
}
