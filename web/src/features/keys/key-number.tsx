import type { Key } from '@keydesk/shared/keys/key';
import { type MouseEvent, use } from 'react';
import { OpenKeyContext } from './open-key.ts';

/** A press that asks for another tab or window is the browser's own affair. */
const isPlain = (press: MouseEvent): boolean =>
  press.button === 0 && !press.metaKey && !press.ctrlKey && !press.shiftKey && !press.altKey;

/** A key's number; a press on it shows the key's details where they can be shown. */
export const KeyNumber = ({ item }: { item: Pick<Key, '_id' | 'keyNumber'> }) => {
  const openKey = use(OpenKeyContext);
  if (!openKey) return item.keyNumber;
  return (
    <a
      href={`?key=${item._id}`}
      title={`Details of ${item.keyNumber}`}
      onClick={(press) => {
        if (!isPlain(press)) return;
        press.preventDefault();
        openKey(item._id);
      }}
      className="relative decoration-accent decoration-2 underline-offset-4 after:absolute after:-inset-2 hover:text-accent hover:underline"
    >
      {item.keyNumber}
    </a>
  );
};
