import { api } from '@keydesk/shared/api';
import { deskSettingsOf } from '@keydesk/shared/campus/settings';
import { appError } from '@keydesk/shared/core/errors';
import type { DeskComputer } from '@keydesk/shared/duty/duty';
import { t as answer } from '@keydesk/shared/texts/en/answers';
import type { Config } from '../../config/config.ts';
import type { Publisher } from '../../core/live/publisher.ts';
import { type AddRoutes, defineRoute, success } from '../../http/define-route.ts';
import type { Principal } from '../../http/principal.ts';
import { type CurrentCampus, type CurrentSettings, readCampus } from '../campus/index.ts';
import type { WatchedDue } from '../due/index.ts';
import {
  createEnrolment,
  enrolComputer,
  findComputer,
  readComputerCookie,
  revokeComputer,
  setComputerCookie,
} from './computers.ts';
import { addDesk, changeDesk, countKeysByDesk } from './desks.ts';
import { beginDutyByCode, beginDutyByPin, disputeDuty, endDuty, lockDuty } from './duties.ts';
import { listGuards, setDutyPin } from './pin.ts';
import { listComputers } from './queries.ts';
import { readShift, readShiftNotes, writeShiftNote } from './shift.ts';

export const addDutyRoutes: AddRoutes<{
  config: Pick<Config, 'publicUrl'>;
  due: WatchedDue;
  publisher: Publisher;
  settings: CurrentSettings;
}> = (app, deps) => {
  const { config, db, routes, settings } = deps;

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
    return success({ message: answer('computer-revoked') });
  });

  defineRoute(app, routes, api.beginDuty, async ({ body, principal }) => {
    if ('pin' in body) await beginDutyByPin(deps, principal, body);
    else await beginDutyByCode(deps, principal, body.qrData);
    return success({ data: await stateAt(principal) });
  });
  defineRoute(app, routes, api.endDuty, async ({ principal }) => {
    await endDuty(deps, principal);
    return success({ message: answer('duty-ended'), data: await stateAt(principal) });
  });
  defineRoute(app, routes, api.lockDuty, async ({ principal }) => {
    await lockDuty(deps, principal);
    return success({ message: answer('duty-locked'), data: await stateAt(principal) });
  });
  defineRoute(app, routes, api.getShift, async ({ principal }) =>
    success({ data: await readShift(db, principal) }),
  );
  defineRoute(app, routes, api.putShiftNote, async ({ body, principal }) => {
    await writeShiftNote(db, principal, body.text);
    return success({ message: answer(body.text ? 'note-saved' : 'note-removed') });
  });
  defineRoute(app, routes, api.readShiftNotes, async ({ body, principal }) => {
    await readShiftNotes(db, principal, body.ids);
    return success({ message: answer('notes-read') });
  });
  defineRoute(app, routes, api.listGuards, async () =>
    success({ data: { guards: await listGuards(db) } }),
  );
  defineRoute(app, routes, api.setDutyPin, async ({ body, principal }) => {
    await setDutyPin(deps, principal.user, body.pin);
    return success({ message: answer('pin-saved') });
  });
  defineRoute(app, routes, api.disputeDuty, async ({ params, principal }) => {
    await disputeDuty(deps, principal.user, params.id);
    return success({ message: answer('duty-disputed') });
  });
};

export const addDeskRoutes: AddRoutes<{
  campus: CurrentCampus;
  publisher: Publisher;
  timezone: () => string;
}> = (app, deps) => {
  const { campus, db, routes } = deps;

  defineRoute(app, routes, api.listDesks, async () => {
    const keys = await countKeysByDesk(db);
    const { desks } = campus.current();
    return success({
      data: { desks: desks.map((desk) => ({ ...desk, keys: keys.get(desk.id) ?? 0 })) },
    });
  });
  defineRoute(app, routes, api.addDesk, async ({ body, principal }) => {
    const desk = await addDesk(deps, principal.user, body);
    return success({ message: answer('added', desk), data: { desk } });
  });
  defineRoute(
    app,
    routes,
    api.changeDesk,
    async ({ params, body, principal }) => {
      const desk = await changeDesk(deps, principal.user, params.id, body);
      return success({ message: answer('desk-saved', desk), data: { desk } });
    },
    async ({ params }) => (await readCampus(db)).desks.find(({ id }) => id === params.id),
  );
};
