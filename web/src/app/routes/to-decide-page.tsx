import { ToDecide } from '../../features/access/to-decide.tsx';
import { useWaitingPaper } from '../../features/loans/paper-query.ts';
import { PaperToDecide } from '../../features/loans/paper-to-decide.tsx';

export function ToDecidePage() {
  const waiting = useWaitingPaper();
  return <ToDecide others={waiting ?? 0}>{waiting !== null && <PaperToDecide />}</ToDecide>;
}
