import type { Key } from '@keydesk/shared/keys/key';
import { KeyRow, type RenderKeyAction } from './key-row.tsx';
import { VirtualKeyList } from './virtual-key-list.tsx';

/** Longer lists draw only the rows in view. */
const drawnWhole = 50;

type KeyListProps = {
  keys: readonly Key[];
  /** What the list holds, for screen readers. */
  label: string;
  renderAction?: RenderKeyAction | undefined;
};

/** Keys as rows. */
export const KeyList = ({ keys, label, renderAction }: KeyListProps) =>
  keys.length > drawnWhole ? (
    <VirtualKeyList keys={keys} label={label} renderAction={renderAction} />
  ) : (
    <ul aria-label={label} className="card divide-y divide-line overflow-hidden">
      {keys.map((key) => (
        <li key={key._id}>
          <KeyRow item={key} renderAction={renderAction} />
        </li>
      ))}
    </ul>
  );
