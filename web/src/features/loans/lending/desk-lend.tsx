import type { Key } from '@keydesk/shared/keys/key';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { HandHelping } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import { api, call } from '../../../lib/api.ts';
import { OnDutyButton } from '../../../ui/action-button.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { useRefetchKeys } from '../../keys/queries.ts';
import type { HandoverResult, KeyHandover } from '../desk/handover-result.ts';
import { HandoverResultDialog } from '../desk/handover-result-dialog.tsx';
import type { LendStart } from '../desk/scan-machine.ts';
import { playFeedback } from '../scanner/feedback.ts';
import type { ReadCard } from './use-lending.ts';

const LendDialog = lazyComponent(() => import('./lend-dialog.tsx'), 'LendDialog');

export type DeskLend = {
  /** The Lend button of a key at the desk; null for any other, or where lending is switched off. */
  renderAction: (key: Key) => ReactNode;
  /** Lends without a code, with what is known already; undefined where lending is switched off. */
  open: ((start?: LendStart) => void) | undefined;
  /** Whether people are lent keys by name. */
  byName: boolean;
  /** Takes what the reader of ID cards typed; null while nothing is being lent. */
  onCard: ((text: string) => void) | null;
  close: () => void;
  /** Opens what was closed last as it was; nothing of the guard before. */
  reopen: () => void;
  /** Closes it for good. */
  forget: () => void;
  dialogs: ReactNode;
};

/** The dialog that is open, or was: with which key, and the card read since. */
type Lending = { id: number; start: LendStart; card: ReadCard | null; open: boolean };

type DeskKeys = {
  /** The keys that the lists of this desk show; undefined while they load. */
  keys: readonly Key[] | undefined;
  /** Every key. */
  all: readonly Key[] | undefined;
};

/** Lending to a named person, from any list of the desk. */
export function useDeskLend({ keys, all }: DeskKeys): DeskLend {
  const { data: settings, refetch: refetchSettings } = useQuery(deskSettingsQuery);
  const [lending, setLending] = useState<Lending | null>(null);
  const [outcome, setOutcome] = useState<HandoverResult | null>(null);
  const refetchKeys = useRefetchKeys();
  const offered = settings !== undefined && settings.lendByName !== 'off';
  const byName = settings?.lendByName === 'on';
  const begin = useCallback((start: LendStart = {}) => {
    setOutcome(null);
    const card = start.card ?? null;
    setLending((before) => ({ id: (before?.id ?? 0) + 1, start, card, open: true }));
  }, []);
  const close = useCallback(() => {
    setOutcome(null);
    setLending((before) => (before?.open ? { ...before, open: false } : before));
  }, []);
  const reopen = useCallback(() => setLending((before) => before && { ...before, open: true }), []);
  const forget = useCallback(() => {
    setOutcome(null);
    setLending(null);
  }, []);
  const finish = (lent: KeyHandover) => {
    if (!lent.repeated) playFeedback('success');
    close();
    setOutcome(lent);
    refetchKeys();
  };
  const isOpen = lending?.open ?? false;
  return {
    renderAction: useCallback(
      (key: Key) =>
        offered && key.status === 'available' ? (
          <OnDutyButton
            size="small"
            variant="secondary"
            aria-label={`Lend ${key.keyNumber}`}
            onClick={() => begin({ item: key })}
          >
            <HandHelping aria-hidden className="size-4.5" />
            Lend
          </OnDutyButton>
        ) : null,
      [offered, begin],
    ),
    open: offered ? begin : undefined,
    byName,
    onCard: isOpen
      ? (text) => setLending((before) => before && { ...before, card: { text } })
      : null,
    close,
    reopen,
    forget,
    dialogs: (
      <>
        {lending && settings && (
          <LendDialog
            key={lending.id}
            open={lending.open}
            start={lending.start}
            keys={keys ?? []}
            all={all ?? []}
            card={lending.card}
            lendByName={settings.lendByName}
            onClose={close}
            onLent={finish}
            onRefused={() => {
              playFeedback('failure');
              // Lending may have been switched off meanwhile.
              void refetchSettings();
            }}
          />
        )}
        <HandoverResultDialog
          outcome={outcome}
          onClose={() => setOutcome(null)}
          closeLabel="Done"
          onAnother={byName ? (person) => begin({ person }) : undefined}
        />
      </>
    ),
  };
}

/** How keys are handed over at a desk; changes reach an open page within a minute. */
const deskSettingsQuery = queryOptions({
  queryKey: ['desk-settings'],
  queryFn: async ({ signal }) => (await call(api.deskSettings, { signal })).data,
  staleTime: 60_000,
  refetchInterval: 60_000,
});
