import type { Key } from '@keydesk/shared/keys/key';
import { CircleCheck } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { KeyHeading } from '../key-heading.tsx';
import { useHeld } from '../use-held.ts';

type TaggedKeyDialogProps = { item: Key | null; onClose: () => void; closeLabel: string };

/** The key whose tag was scanned, when it is where it belongs. */
export const TaggedKeyDialog = ({ item, onClose, closeLabel }: TaggedKeyDialogProps) => {
  const shown = useHeld(item);
  const main = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={item !== null}
      onClose={onClose}
      title={<span className="text-2xl">Key Tag</span>}
      popup={{ initialFocus: main }}
      actions={
        <Button ref={main} size="large" onClick={onClose} className="sm:min-w-32">
          {closeLabel}
        </Button>
      }
    >
      {shown && (
        <div className="flex flex-col gap-5">
          <KeyHeading {...shown} />
          <p className="text-muted">
            {shown.department} · Block {shown.block}
          </p>
          {shown.description && <p>{shown.description}</p>}
          <Notice tone="success" icon={<CircleCheck aria-hidden />}>
            This key is available at the desk.
          </Notice>
        </div>
      )}
    </Dialog>
  );
};
