import { useQuery } from '@tanstack/react-query';
import { KeyDetailsDialog } from '../../features/key-details/key-details-dialog.tsx';
import { KeyStatusPill } from '../../features/keys/key-parts.tsx';
import { keyQuery } from '../../features/keys/queries.ts';
import { useLiveKeys } from '../../features/keys/use-live-keys.ts';
import { getErrorMessage } from '../../lib/api.ts';
import { useUser } from '../../lib/session.ts';

type KeyDetailsProps = { keyId: string; open: boolean; onClose: () => void };

/** The details of one key, in a dialog over the current page. */
export function KeyDetails({ keyId, open, onClose }: KeyDetailsProps) {
  useLiveKeys();
  const readerId = useUser()?.id;
  const { data: item, error, refetch } = useQuery(keyQuery(keyId));
  return (
    <KeyDetailsDialog
      item={item}
      error={error && getErrorMessage(error)}
      open={open}
      onClose={onClose}
      onRetry={() => void refetch()}
      status={item && <KeyStatusPill item={item} mine={item.takenBy?.userId === readerId} />}
    />
  );
}
