import { isHeldBy, type Key } from '@keydesk/shared/keys/key';
import { maxBatchKeys } from '@keydesk/shared/loans/qr-payload';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t } from '@keydesk/shared/texts/en/faculty';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { KeyRound, LayoutGrid, RefreshCw } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useMemo } from 'react';
import { KeyRow, type RenderKeyAction, rowListClassName } from '../../features/keys/key-row.tsx';
import { frequentQuery, myTakenQuery, useRefetchKeys } from '../../features/keys/queries.ts';
import { TakenKeys } from '../../features/keys/taken-keys.tsx';
import { WaitIconButton } from '../../features/keys/waits.tsx';
import { CodeButton } from '../../features/loans/codes/code-button.tsx';
import { useShownBatch } from '../../features/loans/codes/shown-batch.tsx';
import { useShownCode } from '../../features/loans/codes/shown-code.ts';
import { getErrorMessage } from '../../lib/api.ts';
import { whenIdle } from '../../lib/browser.ts';
import { useUser } from '../../lib/session.ts';
import { ActionButton, ActionIconButton } from '../../ui/action-button.tsx';
import { Badge } from '../../ui/badge.tsx';
import { BottomTabBar } from '../../ui/bottom-tab-bar.tsx';
import { buttonClassName } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { EmptyState, PageHeader } from '../../ui/page.tsx';
import { QrCodeIcon } from '../../ui/qr-code-icon.ts';
import { FacultyKeylistTab } from '../lazy-routes.ts';

export function FacultyPage() {
  const { tab } = useParams({ from: '/dashboard/faculty/$tab' });
  const taken = useQuery(myTakenQuery(useUser()?.id ?? ''));
  const code = useFacultyCode();
  const isReady = taken.data !== undefined;
  useEffect(() => (isReady ? preloadCode() : undefined), [isReady]);
  return (
    <>
      <div className="tabs-above:mb-6">
        <BottomTabBar
          label={t('keys')}
          tabs={[
            {
              to: '/dashboard/faculty/taken',
              label: t('my-keys'),
              icon: <KeyRound aria-hidden />,
              count: taken.data?.length,
            },
            {
              to: '/dashboard/faculty/keylist',
              label: t('all-keys'),
              icon: <LayoutGrid aria-hidden />,
            },
          ]}
        />
      </div>
      {tab === 'keylist' ? <FacultyKeylistTab code={code} /> : <FacultyTakenTab code={code} />}
      {code.modal}
    </>
  );
}

function FacultyTakenTab({ code }: { code: FacultyCode }) {
  const taken = useQuery(myTakenQuery(useUser()?.id ?? ''));
  return (
    <>
      <PageHeader
        title={
          <span className="flex items-center gap-2.5">
            {t('taken')}
            {taken.data && <Badge count={taken.data.length} />}
          </span>
        }
        action={
          <>
            <ReturnOwnKeys keys={taken.data} />
            <ActionIconButton
              label={actionText('refresh')}
              icon={<RefreshCw className={taken.isFetching ? 'animate-spin' : ''} />}
              disabled={taken.isFetching}
              onClick={() => void taken.refetch()}
            />
          </>
        }
      />
      {taken.error && !taken.data ? (
        <ErrorState message={getErrorMessage(taken.error)} onRetry={() => void taken.refetch()} />
      ) : (
        <TakenKeys keys={taken.data} renderAction={code.renderAction} empty={<EmptyTakenKeys />} />
      )}
      {taken.data && <FrequentKeys renderAction={code.renderAction} />}
    </>
  );
}

function EmptyTakenKeys() {
  return (
    <EmptyState
      compact
      icon={<KeyRound aria-hidden />}
      title={t('no-keys-taken')}
      text={t('go-to-list-hint')}
      action={
        <Link
          to="/dashboard/faculty/$tab"
          params={{ tab: 'keylist' }}
          className={buttonClassName('primary')}
        >
          {t('go-to-key-list')}
        </Link>
      }
    />
  );
}

const KeyCodeModal = lazyComponent(
  () => import('../../features/loans/codes/code-modal.tsx'),
  'KeyCodeModal',
);

/** Loads the code's script while the browser is idle. A failure shows when the modal opens. */
function preloadCode(): void {
  whenIdle(() => void KeyCodeModal.load().catch(() => undefined));
}

const OtherFreeKeys = lazyComponent(
  () => import('../../features/keys/other-free-keys.tsx'),
  'OtherFreeKeys',
);

export type FacultyCode = {
  /** Shows a key's code; for a key that another person has, it offers to wait. */
  renderAction: (key: Key) => ReactNode;
  modal: ReactNode;
};

function useFacultyCode(): FacultyCode {
  const userId = useUser()?.id;
  const { code, open, show, close } = useShownCode(userId);
  const refetchKeys = useRefetchKeys();

  const renderAction = useCallback(
    (item: Key) => (
      <CodeButton inList item={item} onShow={show} otherwise={<WaitIconButton item={item} />} />
    ),
    [show],
  );
  return {
    renderAction,
    modal: code && (
      <KeyCodeModal
        key={code.instanceId}
        type={code.type}
        item={code.item}
        open={open}
        onClose={close}
        onDone={refetchKeys}
        whenTaken={<OtherFreeKeys instead={code.item} renderAction={renderAction} />}
      />
    ),
  };
}

/** Returns all of the reader's keys with one code; a single key has its own button. */
function ReturnOwnKeys({ keys }: { keys: readonly Key[] | undefined }) {
  const keyIds = useMemo(() => keys?.slice(0, maxBatchKeys).map(({ _id }) => _id), [keys]);
  const { show, modal } = useShownBatch(keys, keyIds);
  return (
    <>
      {keyIds && keyIds.length > 1 && (
        <ActionButton onClick={() => show(keyIds)}>
          <QrCodeIcon aria-hidden className="size-4.5" />
          {t('return-keys', { count: keyIds.length })}
        </ActionButton>
      )}
      {modal}
    </>
  );
}

const maxShown = 5;

function FrequentKeys({ renderAction }: { renderAction: RenderKeyAction }) {
  const readerId = useUser()?.id;
  const keys = useQuery(frequentQuery)
    .data?.keys.filter((key) => !isHeldBy(key, readerId))
    .slice(0, maxShown);
  if (!keys || keys.length === 0) return null;
  return (
    <section aria-labelledby="frequent-keys" className="mt-7">
      <h2 id="frequent-keys" className="mb-3 text-xl font-semibold">
        {t('frequently-used-keys')}
      </h2>
      <ul className={rowListClassName}>
        {keys.map((key) => (
          <li key={key._id}>
            <KeyRow item={key} renderAction={renderAction} />
          </li>
        ))}
      </ul>
    </section>
  );
}
