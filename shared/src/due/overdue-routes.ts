import { z } from 'zod';
import { dataEnvelope, route } from '../http/route.ts';
import { idSchema, instantSchema } from '../id.ts';
import { keySchema } from '../keys/key.ts';
import { permissions } from '../users/permissions.ts';
import { overdueBands } from './overdue-band.ts';

/** A key that should be back, or soon, and how the desk can reach its holder. */
const overdueLoanSchema = z.object({
  loanId: idSchema,
  band: z.enum(overdueBands),
  key: keySchema,
  holder: z.object({ id: idSchema, name: z.string(), email: z.string().optional() }),
  takenAt: instantSchema,
  dueAt: instantSchema,
  graceUntil: instantSchema,
  /** The last step of the ladder that was sent about it. */
  step: z.string().nullable(),
  /** When the desk last reminded the holder. */
  remindedAt: instantSchema.nullable(),
});
export type OverdueLoan = z.infer<typeof overdueLoanSchema>;

/** Most loans that the list holds; the others are counted. */
export const maxOverdueLoans = 1_000;

/** The desk's list of keys that should be back. */
export const overdueRoutes = {
  deskOverdue: route({
    method: 'GET',
    path: '/desk/overdue',
    summary:
      'The keys that are recalled, those that are overdue, longest first, and those due within the hour',
    access: permissions.performHandovers,
    ownership: 'none',
    deskComputer: 'always',
    response: dataEnvelope(
      z.object({
        loans: z.array(overdueLoanSchema),
        /** Absent if there is none. */
        recalled: z.int().optional(),
        late: z.int(),
        soon: z.int(),
      }),
    ),
  }),
};
