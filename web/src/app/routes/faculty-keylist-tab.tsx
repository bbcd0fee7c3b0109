import { isHeldBy, type Key } from '@keydesk/shared/keys/key';
import { t } from '@keydesk/shared/texts/en/faculty';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { KeyBrowser } from '../../features/keys/key-browser.tsx';
import { KeyDetailsLink, KeyHolder, KeyStatusPill } from '../../features/keys/key-parts.tsx';
import type { RenderKeyAction } from '../../features/keys/key-row.tsx';
import { type FrequentKeys, frequentQuery, keysQuery } from '../../features/keys/queries.ts';
import { useUser } from '../../lib/session.ts';
import { Skeleton } from '../../ui/loading.tsx';
import type { FacultyCode } from './faculty-page.tsx';

export function FacultyKeylistTab({ code }: { code: FacultyCode }) {
  const keys = useQuery(keysQuery);
  const frequent = useQuery(frequentQuery);
  return (
    <>
      <h1 className="sr-only">{t('all-keys')}</h1>
      <KeyBrowser
        read={keys}
        keys={keys.data}
        renderAction={code.renderAction}
        beforeGrid={<FrequentKeysStrip frequent={frequent} renderAction={code.renderAction} />}
      />
    </>
  );
}

const maxShown = 5;

const cardClassName =
  'relative card flex w-53 max-w-[85vw] shrink-0 snap-start flex-col p-4 lg:w-auto lg:min-w-44 lg:flex-1';

type FrequentKeyProps = { item: Key; used: number; mine: boolean; children: ReactNode };

type StripProps = { frequent: UseQueryResult<FrequentKeys>; renderAction: RenderKeyAction };

function FrequentKeysStrip({ frequent: { data, isPending }, renderAction }: StripProps) {
  const readerId = useUser()?.id;
  if (isPending) return <Skeletons />;
  if (!data || data.keys.length === 0) return null;
  return (
    <Strip>
      {data.keys.slice(0, maxShown).map((key) => (
        <FrequentKey
          key={key._id}
          item={key}
          used={data.usageCounts[key._id] ?? 0}
          mine={isHeldBy(key, readerId)}
        >
          {renderAction(key)}
        </FrequentKey>
      ))}
    </Strip>
  );
}

function Skeletons() {
  return (
    <Strip>
      {['a', 'b', 'c', 'd', 'e'].map((card) => (
        <li key={card} className={cardClassName}>
          <Skeleton className="h-7 w-24" />
          <Skeleton className="mt-2.5 h-4 w-32" />
          <Skeleton className="mt-2.5 mb-6 h-3.5 w-20" />
          <Skeleton className="mt-auto h-11 w-32 sm:h-9" />
        </li>
      ))}
    </Strip>
  );
}

function Strip({ children }: { children: ReactNode }) {
  return (
    <section aria-labelledby="frequent-keys" className="mb-7">
      <h2 id="frequent-keys" className="mb-3 text-xl font-semibold">
        {t('frequently-used-keys')}
      </h2>
      <ul className="-mx-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 pb-1 sm:-mx-6 sm:scroll-px-6 sm:px-6 lg:mx-0 lg:px-0">
        {children}
      </ul>
    </section>
  );
}

function FrequentKey({ item, used, mine, children }: FrequentKeyProps) {
  return (
    <li className={cardClassName}>
      <p className="text-xl leading-7">
        <KeyDetailsLink item={item} stretched />
      </p>
      <p className="mt-1 line-clamp-2 font-semibold">{item.keyName}</p>
      <p className="mt-0.5 mb-4 text-sm text-muted tabular-nums">{t('used', { count: used })}</p>
      {item.status === 'unavailable' && !mine && (
        <div className="mb-2 text-sm text-muted">
          <KeyStatusPill item={item} mine={false} />
          <p className="mt-1 wrap-anywhere">
            <KeyHolder item={item} />
          </p>
        </div>
      )}
      <div className="mt-auto flex min-h-11 flex-col items-start justify-end sm:min-h-9">
        {children}
      </div>
    </li>
  );
}
