import { maxBatchKeys } from '@keydesk/shared/handovers/qr-payload';
import type { Key } from '@keydesk/shared/keys/key';
import { useMemo } from 'react';
import { useRefetchKeys } from '../../features/keys/queries.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { QrCodeIcon } from '../../ui/qr-code-icon.ts';
import { BatchCodeModal } from './lazy-batch-code.ts';
import { useShownBatch } from './use-shown-batch.ts';

/** Returns all of somebody's keys with one code; for one key its own button is enough. */
export function ReturnOwnKeys({ keys }: { keys: readonly Key[] | undefined }) {
  const keyIds = useMemo(() => keys?.slice(0, maxBatchKeys).map(({ _id }) => _id), [keys]);
  const { batch, open, show, close } = useShownBatch(keyIds);
  const refetchKeys = useRefetchKeys();
  return (
    <>
      {keyIds && keyIds.length > 1 && (
        <ActionButton variant="secondary" onClick={() => show(keyIds)}>
          <QrCodeIcon aria-hidden className="size-4.5 text-accent" />
          Return {keyIds.length} Keys
        </ActionButton>
      )}
      {batch && (
        <BatchCodeModal
          key={batch.instanceId}
          keyIds={batch.keyIds}
          keys={keys ?? []}
          open={open}
          onClose={close}
          onDone={refetchKeys}
        />
      )}
    </>
  );
}
