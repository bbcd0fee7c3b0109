import type { Campus } from '@keydesk/shared/campus/campus';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/db/client.ts';
import { type Watched, watchVersioned } from '../../platform/db/watch-versioned.ts';
import { readCampus } from './queries.ts';

/** A changed list is known in every process within 5 s, announcement or not (`live-campus`). */
const refreshEveryMs = 4_000;

/** The campus as this process knows it. */
export type CurrentCampus = Watched<Campus>;

/** Reads the campus and keeps it up to date. */
export async function watchCampus(db: Database, log: FastifyBaseLogger): Promise<CurrentCampus> {
  return watchVersioned(() => readCampus(db), { name: 'campus', everyMs: refreshEveryMs, log });
}
