import { api } from '@keydesk/shared/api';
import { peopleDepartmentsOf } from '@keydesk/shared/campus/offers';
import { batchValiditySeconds } from '@keydesk/shared/handovers/qr-payload';
import type { Config } from '../../config.ts';
import type { AddRoutes } from '../../platform/http/define-route.ts';
import { defineRoute, success } from '../../platform/http/define-route.ts';
import type { CurrentCampus } from '../campus/current-campus.ts';
import type { WatchedDue } from '../due/current-due.ts';
import type { PushSender } from '../push/sender.ts';
import { readAbout } from './about-file.ts';

/** The routes of the About page and of the public configuration. */
export const addAboutRoutes: AddRoutes<{
  campus: CurrentCampus;
  config: Config;
  due: WatchedDue;
  push: PushSender;
}> = (app, { campus, config, due, push, routes }) => {
  defineRoute(app, routes, api.getAbout, async () => success(await readAbout(config.aboutFile)));
  defineRoute(app, routes, api.getConfig, async () =>
    success({
      data: {
        productName: config.productName,
        signInName: config.signInName,
        version: config.version,
        environment: config.environment,
        validitySeconds: config.qrValiditySeconds,
        batchValiditySeconds,
        reminderTime: config.reminderTime,
        campusTimezone: due.calendar().timezone,
        departments: peopleDepartmentsOf(campus.current()).map(({ code, label }) => ({
          code,
          label,
        })),
        pushPublicKey: push.publicKey,
        now: new Date().toISOString(),
      },
    }),
  );
};
