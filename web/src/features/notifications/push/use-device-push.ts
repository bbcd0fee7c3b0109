import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../lib/api-error.ts';
import { useConfig } from '../../../lib/config.ts';
import { showError } from '../../../ui/toast/show-toast.ts';
import { isPushOn, isPushSupported, turnPushOff, turnPushOn } from './device-push.ts';

export type DevicePush = {
  /** `blocked`: the browser has been told to refuse. */
  state: 'unsupported' | 'blocked' | 'off' | 'on' | 'unknown';
  busy: boolean;
  turnOn: () => void;
  turnOff: () => void;
};

/** Push notifications of `userId` on this device, and the switch for them. */
export const useDevicePush = (userId: string): DevicePush => {
  const client = useQueryClient();
  const key = useConfig()?.pushPublicKey;
  const queryKey = ['device-push', userId];
  const on = useQuery({ queryKey, queryFn: () => isPushOn(userId), staleTime: 0 });
  const change = useMutation({
    mutationFn: (wanted: boolean) => (wanted ? turnPushOn(userId, key ?? '') : turnPushOff()),
    onError: (cause) => showError(messageOf(cause)),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });

  const stateOf = (): DevicePush['state'] => {
    if (!isPushSupported()) return 'unsupported';
    if (Notification.permission === 'denied') return 'blocked';
    if (!key || on.data === undefined) return 'unknown';
    return on.data ? 'on' : 'off';
  };
  return {
    state: stateOf(),
    busy: change.isPending,
    turnOn: () => change.mutate(true),
    turnOff: () => change.mutate(false),
  };
};
