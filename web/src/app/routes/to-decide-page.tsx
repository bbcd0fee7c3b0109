import { may } from '@keydesk/shared/http/roles';
import { useQuery } from '@tanstack/react-query';
import { ToDecide } from '../../features/access/to-decide.tsx';
import { OpenDisputes } from '../../features/insight/open-loans.tsx';
import { dashboardQuery } from '../../features/insight/queries.ts';
import { useWaitingPaper } from '../../features/loans/paper-query.ts';
import { PaperToDecide } from '../../features/loans/paper-to-decide.tsx';
import { useUser } from '../../lib/session.ts';

/** What waits for the reader's decision; for admins also disputes and lines from paper. */
export function ToDecidePage() {
  const user = useUser();
  const isAdmin = user !== null && may(user.role, 'administer');
  const disputes = useQuery({ ...dashboardQuery, enabled: isAdmin }).data?.openDisputes ?? [];
  const waiting = useWaitingPaper();
  return (
    <ToDecide others={(waiting ?? 0) + disputes.length}>
      <OpenDisputes disputes={disputes} />
      {waiting !== null && <PaperToDecide />}
    </ToDecide>
  );
}
