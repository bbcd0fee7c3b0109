import type { Key } from '@keydesk/shared/keys/key';
import { useMutation } from '@tanstack/react-query';
import { api, call } from '../../../lib/api-client.ts';
import { showSuccess } from '../../../ui/toast/show-toast.ts';
import { rememberHandover } from '../recent/recent-handovers.ts';
import { collectedText } from '../success-text.ts';

type Wish = { item: Key; reason: string };

const collect = async ({ item, reason }: Wish) => {
  const said = reason.trim();
  const { data } = await call(api.collectKey, {
    params: { id: item._id },
    body: { ...(said && { reason: said }), ...(item.loanId && { loanId: item.loanId }) },
  });
  return data;
};

/** Collects a key by hand; the loan that was shown must still be open. */
export const useCollect = (onCollected: () => void) =>
  useMutation({
    mutationFn: collect,
    onSuccess: ({ key, originalUser }) => {
      const { keyNumber, keyName } = key;
      showSuccess(collectedText(key));
      rememberHandover({
        kind: 'collected',
        keyNumber,
        keyName,
        personName: originalUser.name,
        at: key.returnedAt ?? key.updatedAt,
      });
      onCollected();
    },
  });
