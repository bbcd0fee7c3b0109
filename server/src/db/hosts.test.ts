import { expect, test } from 'vitest';
import { describeDatabase, splitHosts } from './errors.ts';

test.each([
  ['postgres://db.example.edu/keydesk', ['postgres://db.example.edu/keydesk']],
  [
    'postgres://keydesk:p,w@a,b:5433/keydesk?target_session_attrs=read-write',
    [
      'postgres://keydesk:p,w@a/keydesk?target_session_attrs=read-write',
      'postgres://keydesk:p,w@b:5433/keydesk?target_session_attrs=read-write',
    ],
  ],
  [
    'postgresql://[::1]:5432,[::2]/keydesk',
    ['postgresql://[::1]:5432/keydesk', 'postgresql://[::2]/keydesk'],
  ],
  ['postgres://a/keydesk?options=x,y', ['postgres://a/keydesk?options=x,y']],
])('%s has one address for each host', (databaseUrl, addresses) => {
  expect(splitHosts(databaseUrl)).toEqual(addresses);
});

test('the place of a database names its hosts and its name, and no secret', () => {
  expect(describeDatabase('postgres://keydesk:secret@a:5433,b/keydesk?sslmode=require')).toBe(
    'a:5433,b/keydesk',
  );
});
