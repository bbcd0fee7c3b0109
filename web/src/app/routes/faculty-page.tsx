import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { KeyRound, LayoutGrid } from 'lucide-react';
import { myTakenQuery } from '../../features/keys/keys.queries.ts';
import { useLiveKeys } from '../../features/keys/use-live-keys.ts';
import { useUser } from '../../lib/session.ts';
import { BottomTabBar } from '../../ui/bottom-tab-bar.tsx';
import { useFacultyCode } from './faculty-code.tsx';
import { FacultyTakenTab } from './faculty-taken-tab.tsx';
import { FacultyKeylistTab } from './late-tabs.ts';

/** The faculty dashboard: what I have, and all there is. */
export const FacultyPage = () => {
  useLiveKeys();
  const { tab } = useParams({ from: '/dashboard/faculty/$tab' });
  const taken = useQuery(myTakenQuery(useUser()?.id ?? ''));
  const code = useFacultyCode();
  return (
    <>
      <BottomTabBar
        label="Keys"
        tabs={[
          {
            to: '/dashboard/faculty/taken',
            label: 'My Keys',
            icon: <KeyRound aria-hidden />,
            count: taken.data?.length,
          },
          { to: '/dashboard/faculty/keylist', label: 'All Keys', icon: <LayoutGrid aria-hidden /> },
        ]}
      />
      {tab === 'keylist' ? <FacultyKeylistTab code={code} /> : <FacultyTakenTab code={code} />}
      {code.modal}
    </>
  );
};
