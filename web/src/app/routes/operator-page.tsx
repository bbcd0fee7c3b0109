import { useQuery } from '@tanstack/react-query';
import { operatorQuery } from '../../features/role-homes/operator.queries.ts';
import { OperatorDashboard } from '../../features/role-homes/operator-dashboard.tsx';
import { messageOf } from '../../lib/api-error.ts';
import { PageHeader } from '../../ui/page-header.tsx';

/** Home of the operator role. */
export const OperatorPage = () => {
  const { data, error, refetch } = useQuery(operatorQuery);
  return (
    <>
      <PageHeader
        title="Operator Dashboard"
        text="Tickets and tasks show here once a ticket system is connected."
      />
      <OperatorDashboard
        data={data}
        failure={error && messageOf(error)}
        onRetry={() => void refetch()}
      />
    </>
  );
};
