import type { Key } from '@keydesk/shared/keys/key';
import { memo } from 'react';
import { KeyActions, type KeyDeeds } from './key-actions.tsx';
import { blockWord, categoryWord } from './key-words.ts';
import { ManagedStatus } from './managed-status.tsx';

const headLook = 'px-3 py-3 text-left text-sm font-medium text-muted';
const roomyOnly = 'hidden xl:table-cell';

const KeyTableRow = memo(({ item, ...deeds }: KeyDeeds & { item: Key }) => (
  <tr className="transition-colors duration-150 hover:bg-canvas">
    <th
      scope="row"
      className="key-number w-36 py-3 pr-3 pl-5 text-left text-lg leading-6 wrap-anywhere xl:w-44"
    >
      {item.keyNumber}
    </th>
    <td className="px-3 py-3">
      <p className="font-medium">{item.keyName}</p>
      <p className="text-sm text-muted">{item.location}</p>
    </td>
    <td className="px-3 py-3 whitespace-nowrap">
      {item.department}
      <p className="text-sm text-muted xl:hidden">
        {categoryWord(item.category)} · {blockWord(item.block)}
      </p>
    </td>
    <td className={`px-3 py-3 ${roomyOnly}`}>{categoryWord(item.category)}</td>
    <td className={`px-3 py-3 ${roomyOnly}`}>{blockWord(item.block)}</td>
    <td className="px-3 py-3">
      <ManagedStatus item={item} />
      {item.takenBy && <p className="mt-1 text-sm text-muted">{item.takenBy.name}</p>}
    </td>
    <td className="w-px py-2 pr-3 pl-1">
      <KeyActions item={item} {...deeds} />
    </td>
  </tr>
));

/** Keys as a table, for wide screens. */
export const KeyTable = ({ keys, ...deeds }: KeyDeeds & { keys: readonly Key[] }) => (
  <div className="card overflow-hidden">
    <table className="w-full">
      <caption className="sr-only">Keys</caption>
      <thead className="border-b border-line">
        <tr>
          <th scope="col" className={`${headLook} pl-5`}>
            Number
          </th>
          <th scope="col" className={headLook}>
            Name and location
          </th>
          <th scope="col" className={headLook}>
            Department
          </th>
          <th scope="col" className={`${headLook} ${roomyOnly}`}>
            Category
          </th>
          <th scope="col" className={`${headLook} ${roomyOnly}`}>
            Block
          </th>
          <th scope="col" className={headLook}>
            Status
          </th>
          <th scope="col" className={headLook}>
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {keys.map((key) => (
          <KeyTableRow key={key._id} item={key} {...deeds} />
        ))}
      </tbody>
    </table>
  </div>
);
