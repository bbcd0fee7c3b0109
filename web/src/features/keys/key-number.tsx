import type { Key } from '@keydesk/shared/keys/key';
import { use } from 'react';
import { OpenKeyContext } from './open-key.ts';

/** A key's number; a press on it shows the key's details where they can be shown. */
export const KeyNumber = ({ item }: { item: Pick<Key, '_id' | 'keyNumber'> }) => {
  const openKey = use(OpenKeyContext);
  if (!openKey) return item.keyNumber;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      title={`Details of ${item.keyNumber}`}
      onClick={() => openKey(item._id)}
      className="relative text-left decoration-accent decoration-2 underline-offset-4 after:absolute after:-inset-2 hover:text-accent hover:underline"
    >
      {item.keyNumber}
    </button>
  );
};
