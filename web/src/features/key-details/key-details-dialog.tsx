import type { Key } from '@keydesk/shared/keys/key';
import type { ReactNode } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { KeyNumber } from '../../ui/key-number.tsx';
import { Loading } from '../../ui/loading.tsx';
import { KeyFacts } from './key-facts.tsx';
import { KeyHistory } from './loan-history.tsx';

type KeyDetailsDialogProps = {
  /** Undefined while it loads. */
  item: Key | undefined;
  /** Why the key could not be loaded. */
  error: string | null;
  open: boolean;
  onClose: () => void;
  onRetry: () => void;
  /** The status pill of the key. */
  status: ReactNode;
  /** What is to be said of the key before its facts. */
  before?: ReactNode;
  /** And between them and its history. */
  after?: ReactNode;
};

/** All details of a key, and its history. */
export function KeyDetailsDialog({
  item,
  error,
  open,
  onClose,
  onRetry,
  status,
  before,
  after,
}: KeyDetailsDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      inAddress
      long
      title={
        item ? (
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <KeyNumber number={item.keyNumber} linkTo={item._id} className="text-3xl leading-8" />
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
          {before}
          <KeyFacts item={item} />
          {after}
          <KeyHistory keyId={item._id} />
        </div>
      )}
    </Dialog>
  );
}
