import { api } from '@keydesk/shared/api';
import type { AddRoutes } from '../../platform/http/define-route.ts';
import { defineRoute, success } from '../../platform/http/define-route.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import { deskUserOf } from '../handovers/index.ts';
import { listDisputes } from './queries.ts';
import { raiseDispute } from './raise.ts';
import { settleDispute } from './settle.ts';

/** The routes of 'Not me'. */
export const addDisputeRoutes: AddRoutes<{ publisher: Publisher }> = (
  app,
  { db, publisher, routes },
) => {
  defineRoute(app, routes, api.disputeLoan, async ({ params, principal }) => {
    await raiseDispute({ db, publisher }, principal.user, params.id);
    return success({
      message: 'Thank you. The desk has been told.',
      data: { loanId: params.id },
    });
  });
  defineRoute(app, routes, api.settleDispute, async ({ params, body, principal }) => {
    const deps = { db, publisher };
    const dispute = await settleDispute(deps, deskUserOf(principal), params.id, body);
    return success({ message: 'The dispute is settled', data: { dispute } });
  });
  defineRoute(app, routes, api.keyDisputes, async ({ params }) =>
    success({ data: { disputes: await listDisputes(db, { keyId: params.id }) } }),
  );
};
