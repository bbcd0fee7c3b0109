import { useQuery } from '@tanstack/react-query';
import { FrequentKeysStrip } from '../../features/keys/frequent-keys-strip.tsx';
import { KeyBrowser } from '../../features/keys/key-browser.tsx';
import { frequentQuery, keysQuery } from '../../features/keys/queries.ts';
import { getErrorMessage } from '../../lib/api.ts';
import { useUser } from '../../lib/session.ts';
import type { FacultyCode } from './faculty-page.tsx';
import { useOpenDepartment } from './use-open-department.ts';

/** All Keys: by search, most used or by department; each available one offers its request code. */
export function FacultyKeylistTab({ code }: { code: FacultyCode }) {
  const keys = useQuery(keysQuery);
  const frequent = useQuery(frequentQuery);
  const readerId = useUser()?.id;
  return (
    <>
      <h1 className="sr-only">All Keys</h1>
      <KeyBrowser
        {...useOpenDepartment()}
        keys={keys.data}
        error={keys.error && getErrorMessage(keys.error)}
        onRetry={() => void keys.refetch()}
        renderAction={code.renderAction}
        beforeGrid={
          <FrequentKeysStrip
            frequent={frequent.data}
            loading={frequent.isPending}
            readerId={readerId}
            renderAction={code.renderAction}
          />
        }
      />
    </>
  );
}
