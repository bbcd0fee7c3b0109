import type { Key } from '@keydesk/shared/keys/key';
import { t } from '@keydesk/shared/texts/en/desk';
import { t as keyText } from '@keydesk/shared/texts/en/keys';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { KeyBrowser } from '../../keys/key-browser.tsx';
import { keysQuery } from '../../keys/queries.ts';

type DeskAvailableTabProps = {
  /** Filters to the keys that this desk's lists show. */
  narrow: (keys: readonly Key[]) => readonly Key[];
  renderAction: (key: Key) => ReactNode;
};

/** Lists keys by search or by department; only the available ones at first. */
export function DeskAvailableTab({ narrow, renderAction }: DeskAvailableTabProps) {
  const keys = useQuery(keysQuery);
  const shown = useMemo(() => keys.data && narrow(keys.data), [keys.data, narrow]);
  return (
    <>
      <h1 className="sr-only">{t('available-keys')}</h1>
      <KeyBrowser
        read={keys}
        failure={() => keyText('failed-to-load')}
        keys={shown}
        all={keys.data}
        renderAction={renderAction}
        firstFilter="available"
      />
    </>
  );
}
