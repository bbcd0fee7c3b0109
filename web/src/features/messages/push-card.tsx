import { t } from '@keydesk/shared/texts/en/push';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { BellOff, BellRing } from 'lucide-react';
import { getErrorMessage } from '../../lib/api.ts';
import { useConfig, useProductName } from '../../lib/config.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { TitledCard } from '../../ui/page.tsx';
import { showError } from '../../ui/toast/show-toast.ts';
import { disablePush, enablePush, isPushEnabled, isPushSupported } from './push-subscription.ts';

/** The browser asks for permission only on the click. */
export function PushCard({ userId }: { userId: string }) {
  const { state, busy, turn } = usePushNotifications(userId);
  const Icon = state === 'on' ? BellOff : BellRing;
  const product = useProductName();
  return (
    <TitledCard
      title={t('on-this-device')}
      text={statusText(state, product)}
      large
      className="mt-5 max-w-2xl"
    >
      {(state === 'on' || state === 'off' || state === 'unknown') && (
        <ActionButton
          variant="secondary"
          busy={busy}
          disabled={state === 'unknown'}
          onClick={() => turn(state !== 'on')}
          className="mt-4"
        >
          {!busy && <Icon aria-hidden className="size-4.5" />}
          {t('turn', { to: state === 'on' ? 'off' : 'on' })}
        </ActionButton>
      )}
    </TitledCard>
  );
}

function usePushNotifications(userId: string) {
  const client = useQueryClient();
  const key = useConfig()?.pushPublicKey;
  const queryKey = ['device-push', userId];
  const on = useQuery({ queryKey, queryFn: () => isPushEnabled(userId), staleTime: 0 });
  const change = useMutation({
    mutationFn: (wanted: boolean) => (wanted ? enablePush(userId, key ?? '') : disablePush()),
    onError: (cause) => showError(getErrorMessage(cause)),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });

  const stateOf = (): PushState => {
    if (!isPushSupported()) return 'unsupported';
    if (Notification.permission === 'denied') return 'blocked';
    if (!key || on.data === undefined) return 'unknown';
    return on.data ? 'on' : 'off';
  };
  return { state: stateOf(), busy: change.isPending, turn: change.mutate };
}

/** `blocked`: denied in the browser's settings. */
type PushState = 'unsupported' | 'blocked' | 'off' | 'on' | 'unknown';

function statusText(state: PushState, product: string): string {
  switch (state) {
    case 'unsupported':
      return t('unsupported', { product });
    case 'blocked':
      return t('blocked');
    case 'on':
      return t('reaches-device', { product });
    default:
      return t('can-reach-device', { product });
  }
}
