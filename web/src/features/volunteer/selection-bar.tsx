import { maxBatchKeys } from '@keydesk/shared/handovers/qr-payload';
import { CircleAlert } from 'lucide-react';
import { ActionButton } from '../../ui/action-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { QrCodeIcon } from '../../ui/qr-code-icon.ts';
import { returnText } from './return-text.ts';

type SelectionBarProps = {
  count: number;
  /** More were asked for than one code can return. */
  tooMany: boolean;
  onReturn: () => void;
};

/** Stays in reach at the lower edge, however long the list is. */
export const SelectionBar = ({ count, tooMany, onReturn }: SelectionBarProps) => (
  <div className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface/95 px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] backdrop-blur sm:sticky sm:bottom-4 sm:mt-4 sm:rounded-2xl sm:border sm:px-5 sm:pb-3 sm:shadow-float">
    {tooMany && (
      <Notice tone="warning" icon={<CircleAlert aria-hidden />} className="mb-3">
        One QR code returns at most {maxBatchKeys} keys. Return these first, then select the rest.
      </Notice>
    )}
    <div className="flex items-center justify-between gap-4">
      <p role="status" className="text-muted tabular-nums max-sm:sr-only">
        {count} selected
      </p>
      <ActionButton size="large" className="max-sm:w-full" onClick={onReturn}>
        <QrCodeIcon aria-hidden className="size-5" />
        {returnText(count)}
      </ActionButton>
    </div>
  </div>
);
