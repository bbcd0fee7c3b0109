import type { Key } from '@keydesk/shared/keys/key';
import type { ReactNode } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading } from '../../ui/loading.tsx';
import { KeyFacts } from './key-facts.tsx';
import { KeyHistory } from './key-history.tsx';

type KeyDetailsDialogProps = {
  /** Undefined while it loads. */
  item: Key | undefined;
  /** Why there is nothing to show. */
  error: string | null;
  open: boolean;
  onClose: () => void;
  onRetry: () => void;
  /** Whether the key can be had. */
  status: ReactNode;
};

/** All there is to know about a key, and its history. */
export const KeyDetailsDialog = ({
  item,
  error,
  open,
  onClose,
  onRetry,
  status,
}: KeyDetailsDialogProps) => (
  <Dialog
    open={open}
    onClose={onClose}
    long
    title={
      item ? (
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="key-number text-3xl leading-8 wrap-anywhere">{item.keyNumber}</span>
          {status}
        </span>
      ) : (
        'Key details'
      )
    }
    description={item?.keyName}
  >
    {!item && error === null && <Loading label="Loading key..." />}
    {!item && error !== null && <ErrorState message={error} onRetry={onRetry} />}
    {item && (
      <div className="space-y-5">
        <KeyFacts item={item} />
        <KeyHistory keyId={item._id} />
      </div>
    )}
  </Dialog>
);
