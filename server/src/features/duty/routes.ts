import { api } from '@keydesk/shared/api';
import type { DeskSettings } from '@keydesk/shared/campus/settings';
import { appError } from '@keydesk/shared/core/errors';
import type { DeskComputer } from '@keydesk/shared/duty/duty';
import { t as answer } from '@keydesk/shared/texts/en/answers';
import type { Config } from '../../config/config.ts';
import type { Publisher } from '../../core/live/publisher.ts';
import type { AddRoutes } from '../../http/define-route.ts';
import type { Principal } from '../../http/principal.ts';
import { type CurrentCampus, readCampus } from '../campus/index.ts';
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
  campus: CurrentCampus;
  config: Pick<Config, 'publicUrl'>;
  deskSettings: () => DeskSettings;
  due: WatchedDue;
  publisher: Publisher;
  timezone: () => string;
}> = (serve, deps) => {
  const { campus, config, db, deskSettings } = deps;

  const stateOf = async (computerId: string): Promise<DeskComputer> => {
    const computer = await findComputer(db, deskSettings().lockAfterMinutes, computerId);
    if (!computer) throw appError('COMPUTER_NOT_FOUND');
    return computer.state;
  };
  const stateAt = ({ sessionId }: Principal) => stateOf(sessionId);

  serve(api.createEnrolment, async ({ body, principal }) => ({
    data: await createEnrolment(db, principal.user, body),
  }));
  serve(api.enrolComputer, async ({ body, request, reply }) => {
    const former = readComputerCookie(request, config.publicUrl);
    const { id, secret } = await enrolComputer(deps, body.code, former);
    setComputerCookie(reply, secret, config.publicUrl);
    return { data: await stateOf(id) };
  });
  serve(api.listComputers, async () => ({ data: { devices: await listComputers(db) } }));
  serve(api.revokeComputer, async ({ params, principal }) => {
    await revokeComputer(deps, principal.user, params.id);
    return { message: answer('computer-revoked') };
  });

  serve(api.beginDuty, async ({ body, principal }) => {
    if ('pin' in body) await beginDutyByPin(deps, principal, body);
    else await beginDutyByCode(deps, principal, body.qrData);
    return { data: await stateAt(principal) };
  });
  serve(api.endDuty, async ({ principal }) => {
    await endDuty(deps, principal);
    return { message: answer('duty-ended'), data: await stateAt(principal) };
  });
  serve(api.lockDuty, async ({ principal }) => {
    await lockDuty(deps, principal);
    return { message: answer('duty-locked'), data: await stateAt(principal) };
  });
  serve(api.getShift, async ({ principal }) => ({ data: await readShift(db, principal) }));
  serve(api.putShiftNote, async ({ body, principal }) => {
    await writeShiftNote(db, principal, body.text);
    return { message: answer(body.text ? 'note-saved' : 'note-removed') };
  });
  serve(api.readShiftNotes, async ({ body, principal }) => {
    await readShiftNotes(db, principal, body.ids);
    return { message: answer('notes-read') };
  });
  serve(api.listGuards, async () => ({ data: { guards: await listGuards(db) } }));
  serve(api.setDutyPin, async ({ body, principal }) => {
    await setDutyPin(deps, principal.user, body.pin);
    return { message: answer('pin-saved') };
  });
  serve(api.disputeDuty, async ({ params, principal }) => {
    await disputeDuty(deps, principal.user, params.id);
    return { message: answer('duty-disputed') };
  });

  serve(api.listDesks, async () => {
    const keys = await countKeysByDesk(db);
    const { desks } = campus.current();
    return { data: { desks: desks.map((desk) => ({ ...desk, keys: keys.get(desk.id) ?? 0 })) } };
  });
  serve(api.addDesk, async ({ body, principal }) => {
    const desk = await addDesk(deps, principal.user, body);
    return { message: answer('added', desk), data: { desk } };
  });
  serve(
    api.changeDesk,
    async ({ params, body, principal }) => {
      const desk = await changeDesk(deps, principal.user, params.id, body);
      return { message: answer('desk-saved', desk), data: { desk } };
    },
    async ({ params }) => (await readCampus(db)).desks.find(({ id }) => id === params.id),
  );
};
