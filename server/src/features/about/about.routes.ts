import { api } from '@keydesk/shared/api';
import { batchValiditySeconds } from '@keydesk/shared/handovers/qr-payload';
import type { AddRoutes } from '../../app-deps.ts';
import { defineRoute } from '../../http/define-route.ts';
import { success } from '../../http/success.ts';

export const addAboutRoutes: AddRoutes = (app, { config, routes }) => {
  defineRoute(app, routes, api.getConfig, async () =>
    success({
      data: {
        productName: config.productName,
        version: config.version,
        environment: config.environment,
        validitySeconds: config.qrValiditySeconds,
        batchValiditySeconds,
        now: new Date().toISOString(),
      },
    }),
  );
};
