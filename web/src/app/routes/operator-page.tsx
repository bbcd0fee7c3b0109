import { OperatorDashboard } from '../../features/role-homes/operator-dashboard.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

/** Home of the operator role. */
export const OperatorPage = () => (
  <>
    <PageHeader
      title="Operator Dashboard"
      text="Tickets and tasks show here once a ticket system is connected."
    />
    <OperatorDashboard />
  </>
);
