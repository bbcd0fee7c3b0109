import type { Happening } from './recent-activity.query.ts';

/** What happened, as a sentence. */
export const activityText = ({
  kind,
  person,
  key_number: key,
  return_type: way,
  returner,
}: Happening): string => {
  if (kind === 'joined') return `${person} joined`;
  if (kind === 'out') return `${person} took key ${key}`;
  if (way === 'collected') return `${returner} collected key ${key} from ${person}`;
  return way === 'own' || returner === person
    ? `${person} returned key ${key}`
    : `${returner} returned key ${key} for ${person}`;
};

/** What became of a key, for those who may not know who has which. */
export const namelessText = ({ kind, key_number: key }: Happening): string =>
  kind === 'out' ? `Key ${key} was handed out` : `Key ${key} came back`;
