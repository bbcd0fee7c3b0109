import type { DeskSettings } from '@keydesk/shared/campus/settings';
import type { Key } from '@keydesk/shared/keys/key';
import { t } from '@keydesk/shared/texts/en/handovers';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback } from 'react';
import { api, call } from '../../../lib/api.ts';
import { OnDutyButton } from '../../../ui/action-button.tsx';
import type { LendStart } from '../desk/lend-step.ts';
import type { ScanFlow } from '../desk/use-scan.ts';

type DeskLend = {
  /** The hand-out button of a key at the desk; null for other keys, or if switched off. */
  renderAction: (key: Key) => ReactNode;
  /** Starts a hand-out without a code; undefined where this is switched off. */
  open: ((start?: LendStart) => void) | undefined;
  lendByName: DeskSettings['lendByName'];
};

export function useDeskLend(flow: ScanFlow): DeskLend {
  const lendByName = useQuery(deskSettingsQuery).data?.lendByName ?? 'off';
  const offered = lendByName !== 'off';
  const open = useCallback(
    (start: LendStart = {}) => flow.send({ type: 'lend-chosen', start }),
    [flow],
  );
  return {
    renderAction: useCallback(
      (key: Key) =>
        offered && key.status === 'available' ? (
          <OnDutyButton
            size="small"
            variant="secondary"
            aria-label={t('lend-key', key)}
            onClick={() => open({ item: key })}
          >
            {t('lend')}
          </OnDutyButton>
        ) : null,
      [offered, open],
    ),
    open: offered ? open : undefined,
    lendByName,
  };
}

/** Changed settings reach an open page within a minute. */
export const deskSettingsQuery = queryOptions({
  queryKey: ['desk-settings'],
  queryFn: async ({ signal }) => (await call(api.deskSettings, { signal })).data,
  staleTime: 60_000,
  refetchInterval: 60_000,
});
