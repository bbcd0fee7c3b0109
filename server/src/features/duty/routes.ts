import { api } from '@keydesk/shared/api';
import type { DeskComputer } from '@keydesk/shared/duty/duty';
import { appError } from '@keydesk/shared/errors';
import { deskSettingsOf } from '@keydesk/shared/settings/security-settings';
import type { Config } from '../../config.ts';
import type { AddRoutes } from '../../platform/http/define-route.ts';
import { defineRoute, success } from '../../platform/http/define-route.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import type { WatchedDue } from '../due/current-due.ts';
import type { CurrentSettings } from '../settings/current-settings.ts';
import { beginDutyByCode, beginDutyByPin } from './begin-duty.ts';
import { findComputer } from './computers.ts';
import { readComputerCookie, setComputerCookie } from './cookie.ts';
import { disputeDuty, endDuty, lockDuty } from './end-duty.ts';
import { createEnrolment, enrolComputer, listComputers, revokeComputer } from './enrolment.ts';
import { listGuards, setDutyPin } from './pin.ts';

/** The routes of desks' computers, and of the guards on duty there. */
export const addDutyRoutes: AddRoutes<{
  config: Pick<Config, 'publicUrl'>;
  due: WatchedDue;
  publisher: Publisher;
  settings: CurrentSettings;
}> = (app, deps) => {
  const { config, db, routes, settings } = deps;

  /** As it is after a change. */
  const stateOf = async (computerId: string): Promise<DeskComputer> => {
    const { lockAfterMinutes } = deskSettingsOf(settings.current());
    const computer = await findComputer(db, lockAfterMinutes, computerId);
    if (!computer) throw appError('COMPUTER_NOT_FOUND');
    return computer.state;
  };
  const stateAt = ({ sessionId }: Principal) => stateOf(sessionId);

  defineRoute(app, routes, api.createEnrolment, async ({ body, principal }) =>
    success({ data: await createEnrolment(db, principal.user, body) }),
  );
  defineRoute(app, routes, api.enrolComputer, async ({ body, request, reply }) => {
    const former = readComputerCookie(request, config.publicUrl);
    const { id, secret } = await enrolComputer(deps, body.code, former);
    setComputerCookie(reply, secret, config.publicUrl);
    return success({ data: await stateOf(id) });
  });
  defineRoute(app, routes, api.listComputers, async () =>
    success({ data: { devices: await listComputers(db) } }),
  );
  defineRoute(app, routes, api.revokeComputer, async ({ params, principal }) => {
    await revokeComputer(deps, principal.user, params.id);
    return success({ message: 'Computer revoked' });
  });

  defineRoute(app, routes, api.beginDuty, async ({ body, principal }) => {
    if ('pin' in body) await beginDutyByPin(deps, principal, body);
    else await beginDutyByCode(deps, principal, body.qrData);
    return success({ data: await stateAt(principal) });
  });
  defineRoute(app, routes, api.endDuty, async ({ principal }) => {
    await endDuty(deps, principal);
    return success({ message: 'Duty ended', data: await stateAt(principal) });
  });
  defineRoute(app, routes, api.lockDuty, async ({ principal }) => {
    await lockDuty(deps, principal);
    return success({ message: 'Locked', data: await stateAt(principal) });
  });
  defineRoute(app, routes, api.listGuards, async () =>
    success({ data: { guards: await listGuards(db) } }),
  );
  defineRoute(app, routes, api.setDutyPin, async ({ body, principal }) => {
    await setDutyPin(deps, principal.user, body.pin);
    return success({ message: 'PIN saved' });
  });
  defineRoute(app, routes, api.disputeDuty, async ({ params, principal }) => {
    await disputeDuty(deps, principal.user, params.id);
    return success({ message: 'The duty is over, and the admins have been told. Set a new PIN.' });
  });
};
