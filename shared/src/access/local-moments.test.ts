import { expect, test } from 'vitest';
import { localMoment, localMoments } from './decide-access.ts';

test.each(['Asia/Kolkata', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'UTC'])(
  'many moments in %s are what clocks there show, also when they change',
  (timezone) => {
    const momentOf = localMoments(timezone);
    for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 5_471_123)
      expect(momentOf(new Date(at))).toEqual(localMoment(new Date(at), timezone));
  },
);
