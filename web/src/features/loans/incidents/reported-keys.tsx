import type { Key } from '@keydesk/shared/keys/key';
import { t } from '@keydesk/shared/texts/en/incidents';
import { SearchX } from 'lucide-react';
import { useMemo } from 'react';
import { hookText } from '../../../lib/campus.ts';
import { Dotted } from '../../../ui/dotted.tsx';
import { KeyDetailsLink, KeyStatusPill } from '../../keys/key-parts.tsx';
import { FoundKey } from './condition-notice.tsx';
import { FoundKeys, FoundNotes } from './found-notes.tsx';

type ReportedKeysProps = {
  all: readonly Key[];
  /** The keys that match a search. */
  found: readonly Key[];
};

/** Where keys were found, and the reported keys. */
export function ReportedKeys({ all, found }: ReportedKeysProps) {
  const shown = useMemo(() => new Set(all.map(({ _id }) => _id)), [all]);
  if (found.length === 0) return <FoundKeys except={shown} />;
  return (
    <>
      <FoundKeys except={shown} />
      <section aria-labelledby="reported-keys" className="mb-4 card px-4 pt-3 pb-2 sm:mb-5 sm:px-5">
        <h2
          id="reported-keys"
          className="flex items-center gap-2 text-sm font-semibold text-overdue"
        >
          <SearchX aria-hidden className="size-4.5" />
          {t('not-to-be-handed-out')}
        </h2>
        <ul className="mt-1 divide-y divide-line">
          {found.map((item) => (
            <li key={item._id} className="flex flex-wrap items-center gap-x-4 gap-y-1.5 py-2.5">
              <span className="min-w-0 flex-1 basis-40 text-xl wrap-anywhere">
                <KeyDetailsLink item={item} />
                <span className="block text-sm text-muted">
                  <Dotted>
                    {item.keyName}
                    {item.hook && hookText(item.hook)}
                  </Dotted>
                </span>
              </span>
              <KeyStatusPill item={item} mine={false} />
              <FoundKey item={item} />
              <FoundNotes keyId={item._id} />
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
