import type { Key } from '@keydesk/shared/keys/key';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { KeyBrowser } from '../../features/keys/key-browser.tsx';
import { keysQuery } from '../../features/keys/queries.ts';
import { useOpenDepartment } from './use-open-department.ts';

type DeskAvailableTabProps = { renderCollect: (key: Key) => ReactNode };

/** Keys by search or by department; at first only the available ones. */
export function DeskAvailableTab({ renderCollect }: DeskAvailableTabProps) {
  const keys = useQuery(keysQuery);
  return (
    <>
      <h1 className="sr-only">Available Keys</h1>
      <KeyBrowser
        {...useOpenDepartment()}
        keys={keys.data}
        error={keys.error && 'Failed to load keys. Please refresh the page.'}
        onRetry={() => void keys.refetch()}
        renderAction={renderCollect}
        firstFilter="available"
      />
    </>
  );
}
