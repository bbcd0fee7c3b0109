import { CircleHelp } from 'lucide-react';
import { EmptyState } from '../../ui/empty-state.tsx';

/** The dashboard of someone whose role has none. */
export const UnknownRolePage = () => (
  <EmptyState
    icon={<CircleHelp />}
    title="No dashboard for your account"
    text="Your account has no role yet. Please ask an administrator to assign one."
  />
);
