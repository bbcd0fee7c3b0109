import { z } from 'zod';
import {
  chosenInstantSchema,
  csvFile,
  idSchema,
  instantSchema,
  namedSchema,
} from '../core/fields.ts';
import {
  adminRoute,
  dataEnvelope,
  dataWith,
  deskRoute,
  messageEnvelope,
  publicRoute,
  route,
} from '../core/route-rows.ts';
import { says } from '../core/schema-texts.ts';
import { optionalFilter } from '../http/input.ts';
import { permissions } from '../http/roles.ts';
import { loggedHandoverSchema } from '../loans/loan.ts';
import { computerNameSchema, deskComputerSchema, listedComputerSchema } from './duty.ts';
import { pinSchema } from './pin.ts';
import { shiftNoteTextSchema, shiftSchema } from './shift.ts';

const computerState = dataEnvelope(deskComputerSchema);

const logFilter = z.strictObject({
  from: optionalFilter(chosenInstantSchema),
  to: optionalFilter(chosenInstantSchema),
  guard: optionalFilter(idSchema),
});

export const deskComputerRoutes = {
  createEnrolment: adminRoute({
    method: 'POST',
    path: '/desk/enrolments',
    summary: 'A single-use code, typed within ten minutes at the computer that it enrols',
    needsRecentSignIn: true,
    body: z.strictObject({ deskId: idSchema, name: computerNameSchema }),
    response: dataWith({ code: z.string(), expiresAt: instantSchema }),
  }),
  enrolComputer: publicRoute({
    method: 'POST',
    path: '/desk/devices',
    summary: 'Make the calling browser a computer of a desk; sets its cookie',
    body: z.strictObject({ code: z.string(says('code-required')).max(40) }),
    response: computerState,
  }),
  listComputers: adminRoute({
    method: 'GET',
    path: '/desk/devices',
    summary: 'Enrolled computers, the latest first; those revoked in the last 30 days too',
    response: dataWith({ devices: z.array(listedComputerSchema) }),
  }),
  revokeComputer: adminRoute({
    method: 'DELETE',
    path: '/desk/devices/:id',
    summary: 'Revoke a computer: its cookie and the duty there end at once',
    response: messageEnvelope,
  }),
  beginDuty: deskRoute({
    method: 'POST',
    path: '/desk/duty',
    summary: 'Begin a duty by duty code or PIN, unlock one’s own, or relieve another guard',
    deskComputer: 'always',
    body: z.union([
      z.strictObject({
        qrData: z.unknown().refine((value) => value !== undefined, says('qr-data-required')),
      }),
      z.strictObject({ guardId: idSchema, pin: pinSchema }),
    ]),
    response: computerState,
  }),
  endDuty: deskRoute({
    method: 'DELETE',
    path: '/desk/duty',
    summary: 'End the duty at this computer',
    response: computerState,
  }),
  lockDuty: deskRoute({
    method: 'POST',
    path: '/desk/lock',
    summary: 'Lock this computer until its guard unlocks it or another relieves them',
    body: z.strictObject({}),
    response: computerState,
  }),
  listGuards: deskRoute({
    method: 'GET',
    path: '/desk/guards',
    summary: 'The guards who have a PIN, by name',
    deskComputer: 'always',
    response: dataWith({ guards: z.array(namedSchema) }),
  }),
  setDutyPin: route({
    method: 'PUT',
    path: '/auth/duty-pin',
    summary: 'Set the caller’s own PIN for beginning a duty',
    access: permissions.performHandovers,
    ownership: 'caller',
    needsRecentSignIn: true,
    deskComputer: 'never',
    body: z.strictObject({ pin: pinSchema }),
    response: messageEnvelope,
  }),
  disputeDuty: route({
    method: 'POST',
    path: '/desk/duties/:id/dispute',
    summary: 'Say that a duty in one’s name is not one’s own: it ends, and the PIN is forgotten',
    access: 'registered',
    ownership: 'caller',
    deskComputer: 'never',
    response: messageEnvelope,
  }),
  getShift: deskRoute({
    method: 'GET',
    path: '/desk/shift',
    summary: 'What a guard leaves to the next: the desk’s figures then and now, and notes',
    response: dataEnvelope(shiftSchema),
  }),
  putShiftNote: deskRoute({
    method: 'PUT',
    path: '/desk/note',
    summary: 'Write one’s note for the next shift, in place of one that no one has read',
    body: z.strictObject({ text: shiftNoteTextSchema }),
    response: messageEnvelope,
  }),
  readShiftNotes: deskRoute({
    method: 'POST',
    path: '/desk/note/read',
    summary: 'Say that one has read these notes of others, which are not shown again',
    body: z.strictObject({ ids: z.array(idSchema).min(1).max(50) }),
    response: messageEnvelope,
  }),
  listHandovers: deskRoute({
    method: 'GET',
    path: '/desk/handovers',
    summary: 'Handovers, newest first; a page may be longer so that it divides no moment',
    deskComputer: 'always',
    query: logFilter.extend({
      /** The time of the previous page's last handover. */
      before: optionalFilter(chosenInstantSchema),
      limit: z.coerce.number().int().min(1).max(100).default(20),
    }),
    response: dataWith({ handovers: z.array(loggedHandoverSchema), hasMore: z.boolean() }),
  }),
  exportHandovers: deskRoute({
    method: 'GET',
    path: '/desk/handovers/csv',
    summary: 'The same handovers as CSV',
    ...csvFile,
    query: csvFile.query.extend(logFilter.shape),
  }),
};
