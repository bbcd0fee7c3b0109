import type { Publisher } from '../../realtime/publisher.ts';
import type { CurrentCampus } from './current-campus.ts';

/** To be called after a committed change of the lists or desks: tells every process and page. */
export async function announceCampus({ campus, publisher }: AnnounceDeps): Promise<void> {
  await campus.refresh();
  publisher.campusChanged();
}

type AnnounceDeps = { campus: CurrentCampus; publisher: Publisher };
