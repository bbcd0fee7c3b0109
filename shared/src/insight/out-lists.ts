import { z } from 'zod';
import { chosenInstantSchema, csvFile, idSchema } from '../core/fields.ts';
import { adminRoute, deskRoute } from '../core/route-rows.ts';
import { optionalFilter } from '../http/input.ts';

/** Default: the enrolled computer's desk, elsewhere all desks. */
const ofDesk = z.strictObject({ desk: z.union([z.literal('all'), idSchema]).optional() });

const atMoment = z.strictObject({ moment: optionalFilter(chosenInstantSchema) });

export const outListRoutes = {
  nightList: deskRoute({
    method: 'GET',
    path: '/desk/night-list/pdf',
    summary: 'The keys that are out, to tick off on paper: late ones first, with phone numbers',
    query: ofDesk,
    response: null,
  }),
  outageSheet: deskRoute({
    method: 'GET',
    path: '/desk/outage-sheet/pdf',
    summary: 'What is out, and blank lines on which a desk goes on without the server',
    deskComputer: 'always',
    query: ofDesk,
    response: null,
  }),
  whoHasWhatPdf: adminRoute({
    method: 'GET',
    path: '/dashboard/who-has-what/pdf',
    summary: 'Who had which key at a moment, by default now, as a PDF file',
    query: atMoment,
    response: null,
  }),
  whoHasWhatCsv: adminRoute({
    method: 'GET',
    path: '/dashboard/who-has-what/csv',
    summary: 'The same as CSV',
    ...csvFile,
    query: csvFile.query.extend(atMoment.shape),
  }),
};
