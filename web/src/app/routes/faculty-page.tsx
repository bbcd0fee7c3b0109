import type { Key } from '@keydesk/shared/keys/key';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { KeyRound, LayoutGrid, RefreshCw } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import { myTakenQuery } from '../../features/keys/queries.ts';
import { TakenKeys } from '../../features/keys/taken-keys.tsx';
import { useLiveKeys } from '../../features/keys/use-live-keys.ts';
import { getErrorMessage } from '../../lib/api.ts';
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
import { useRefetchKeys } from '../live-connection.ts';

/** The faculty dashboard: my keys, all keys, and their codes. */
export function FacultyPage() {
  useLiveKeys();
  const { tab } = useParams({ from: '/dashboard/faculty/$tab' });
  const taken = useQuery(myTakenQuery(useUser()?.id ?? ''));
  const code = useFacultyCode();
  return (
    <>
      <BottomTabBar
        label="Keys"
        tabs={[
          {
            to: '/dashboard/faculty/taken',
            label: 'My Keys',
            icon: <KeyRound aria-hidden />,
            count: taken.data?.length,
          },
          { to: '/dashboard/faculty/keylist', label: 'All Keys', icon: <LayoutGrid aria-hidden /> },
        ]}
      />
      {tab === 'keylist' ? <FacultyKeylistTab code={code} /> : <FacultyTakenTab code={code} />}
      {code.modal}
    </>
  );
}

/** My Keys: the keys that the signed-in person has; each offers its return code. */
function FacultyTakenTab({ code }: { code: FacultyCode }) {
  const taken = useQuery(myTakenQuery(useUser()?.id ?? ''));
  return (
    <>
      <PageHeader
        title={
          <span className="flex items-center gap-2.5">
            Taken
            {taken.data && <Badge count={taken.data.length} tone="accent" />}
          </span>
        }
        action={
          <ActionIconButton
            label="Refresh"
            icon={<RefreshCw className={taken.isFetching ? 'animate-spin' : ''} />}
            disabled={taken.isFetching}
            onClick={() => void taken.refetch()}
          />
        }
      />
      {taken.error && !taken.data ? (
        <ErrorState message={getErrorMessage(taken.error)} onRetry={() => void taken.refetch()} />
      ) : (
        <TakenKeys
          keys={taken.data}
          renderAction={code.renderLargeAction}
          empty={<EmptyTakenKeys />}
        />
      )}
    </>
  );
}

function EmptyTakenKeys() {
  return (
    <EmptyState
      icon={<KeyRound aria-hidden />}
      title="No keys taken"
      text="Go to Key List to request keys"
      action={
        <Link
          to="/dashboard/faculty/$tab"
          params={{ tab: 'keylist' }}
          className={buttonClassName('primary')}
        >
          Go to Key List
        </Link>
      }
    />
  );
}

const KeyCodeModal = lazyComponent(() =>
  import('../../features/codes/key-code-modal.tsx').then((module) => module.KeyCodeModal),
);

const OtherFreeKeys = lazyComponent(() =>
  import('../../features/keys/other-free-keys.tsx').then((module) => module.OtherFreeKeys),
);

type ShownCode = { type: 'key-request' | 'key-return'; item: Key; instanceId: number };

export type FacultyCode = {
  /** The button that shows a key's code; null for a key that another person has. */
  renderAction: (key: Key) => ReactNode;
  /** The same at full width, for a card with no other action. */
  renderLargeAction: (key: Key) => ReactNode;
  modal: ReactNode;
};

/** The buttons that show a key's code, and the modal that they open. */
function useFacultyCode(): FacultyCode {
  const userId = useUser()?.id;
  const [code, setCode] = useState<ShownCode | null>(null);
  const [open, setOpen] = useState(false);

  const show = useCallback((type: ShownCode['type'], item: Key) => {
    setCode((before) => ({ type, item, instanceId: (before?.instanceId ?? 0) + 1 }));
    setOpen(true);
  }, []);
  const close = useCallback(() => setOpen(false), []);
  const refetchKeys = useRefetchKeys();

  const renderButton = useCallback(
    (item: Key, large: boolean) => {
      const buttonProps = large
        ? ({ size: 'large', className: 'w-full' } as const)
        : ({ size: 'small' } as const);
      if (item.status === 'available')
        return (
          <ActionButton
            {...buttonProps}
            variant="secondary"
            onClick={() => show('key-request', item)}
          >
            <QrCodeIcon aria-hidden className="size-4.5 text-accent" />
            Generate QR
          </ActionButton>
        );
      if (item.takenBy?.userId !== userId) return null;
      return (
        <ActionButton {...buttonProps} onClick={() => show('key-return', item)}>
          <QrCodeIcon aria-hidden className="size-4.5" />
          Show Return QR
        </ActionButton>
      );
    },
    [show, userId],
  );
  const renderAction = useCallback((item: Key) => renderButton(item, false), [renderButton]);
  return {
    renderAction,
    renderLargeAction: useCallback((item: Key) => renderButton(item, true), [renderButton]),
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
