import type { Key } from '@keydesk/shared/keys/key';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading } from '../../ui/loading.tsx';
import { KeyHistory } from './key-history.tsx';

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
};

/** All details of a key, and its history. */
export function KeyDetailsDialog({
  item,
  error,
  open,
  onClose,
  onRetry,
  status,
}: KeyDetailsDialogProps) {
  return (
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
}

/** The details of a key other than number, name and status. */
function KeyFacts({ item }: { item: Key }) {
  return (
    <dl className="divide-y divide-line">
      {factsOf(item).map(
        ([label, value]) =>
          value && (
            <div
              key={label}
              className="grid grid-cols-[7rem_minmax(0,1fr)] sm:grid-cols-[8.5rem_minmax(0,1fr)] gap-x-4 py-2.5"
            >
              <dt className="text-sm leading-6 text-muted">{label}</dt>
              <dd className="font-medium wrap-break-word">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function factsOf(key: Key): [label: string, value: ReactNode][] {
  return [
    ['Taken by', holderOf(key)],
    ['Taken at', formatDateTime(key.takenAt)],
    ['Last returned', formatDateTime(key.returnedAt)],
    ['Location', key.location],
    ['Block', key.block],
    ['Department', key.department],
    ['Category', capitalised(key.category)],
    ['Description', key.description],
    ['Frequently used', key.frequentlyUsed ? 'Yes' : 'No'],
    ['Added', formatDateTime(key.createdAt)],
    ['Changed', formatDateTime(key.updatedAt)],
  ];
}

function holderOf({ takenBy }: Key): ReactNode {
  return (
    takenBy && (
      <>
        {takenBy.name}
        {takenBy.email && (
          <span className="block text-sm font-normal text-muted">{takenBy.email}</span>
        )}
      </>
    )
  );
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
