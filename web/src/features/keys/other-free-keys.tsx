import type { Key } from '@keydesk/shared/keys/key';
import { t } from '@keydesk/shared/texts/en/keys';
import { useQuery } from '@tanstack/react-query';
import { useEntryLabel } from '../../lib/campus.ts';
import { Dotted } from '../../ui/dotted.tsx';
import { KeyDetailsLink, usePlaceOf } from './key-parts.tsx';
import { KeyRowSkeletons, type RenderKeyAction } from './key-row.tsx';
import { keysQuery } from './queries.ts';
import { WaitButton } from './waits.tsx';

const maxShown = 5;

type OtherFreeKeysProps = {
  instead: Pick<Key, '_id' | 'department' | 'category'>;
  renderAction: RenderKeyAction;
};

export function OtherFreeKeys({ instead, renderAction }: OtherFreeKeysProps) {
  const keys = useQuery(keysQuery).data;
  if (!keys) return <KeyRowSkeletons />;
  const taken = keys.find(({ _id }) => _id === instead._id);
  return (
    <>
      {taken && (
        <div className="mb-5 empty:hidden">
          <WaitButton item={taken} />
        </div>
      )}
      <FreeKeys
        keys={otherFreeKeys(keys, instead)}
        department={instead.department}
        renderAction={renderAction}
      />
    </>
  );
}

type FreeKeysProps = Pick<OtherFreeKeysProps, 'renderAction'> & {
  keys: readonly Key[];
  department: string;
};

function FreeKeys({ keys, department, renderAction }: FreeKeysProps) {
  const placeOf = usePlaceOf();
  const name = useEntryLabel('departments')(department);
  if (keys.length === 0)
    return <p className="text-muted">{t('none-other-available', { department: name })}</p>;
  return (
    <section aria-labelledby="other-free-keys">
      <h3 id="other-free-keys" className="mb-2 font-semibold text-muted">
        {t('available-in', { department: name })}
      </h3>
      <ul className="divide-y divide-line">
        {keys.map((key) => (
          <li
            key={key._id}
            className="relative flex flex-wrap items-center justify-between gap-x-3 gap-y-2 py-3"
          >
            <div className="min-w-0 flex-1 basis-36">
              <p className="text-xl leading-6">
                <KeyDetailsLink item={key} stretched />
              </p>
              <p className="font-semibold wrap-anywhere">{key.keyName}</p>
              <p className="text-sm text-muted">
                <Dotted>{placeOf(key)}</Dotted>
              </p>
            </div>
            {/* Above the row's link. */}
            <div className="relative">{renderAction(key)}</div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A few available keys of the same department, those of the same category first. */
export function otherFreeKeys(
  keys: readonly Key[],
  { _id, department, category }: OtherFreeKeysProps['instead'],
): Key[] {
  const free = keys.filter(
    (key) => key._id !== _id && key.department === department && key.status === 'available',
  );
  return [
    ...free.filter((key) => key.category === category),
    ...free.filter((key) => key.category !== category),
  ].slice(0, maxShown);
}
