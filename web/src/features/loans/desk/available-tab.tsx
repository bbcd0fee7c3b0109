import type { Key } from '@keydesk/shared/keys/key';
import { t } from '@keydesk/shared/texts/en/desk';
import { t as keyText } from '@keydesk/shared/texts/en/keys';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { KeyBrowser } from '../../keys/key-browser.tsx';
import { keysQuery } from '../../keys/queries.ts';

type DeskAvailableTabProps = {
  narrow: (keys: readonly Key[]) => readonly Key[];
  renderAction: (key: Key) => ReactNode;
};

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
