import { DrizzleQueryError } from 'drizzle-orm/errors';
import { expect, test } from 'vitest';
import { describeError } from './request-log.ts';

test('a failed statement is named without its values, in the message as in the stack', () => {
  const cause = Object.assign(new Error('duplicate key value violates a unique constraint'), {
    code: '23505',
    constraint: 'users_email',
    detail: 'Key (email)=(asha@campus.test) already exists.',
  });
  const error = new DrizzleQueryError('insert into users values ($1)', ['asha@campus.test'], cause);
  const described = describeError(error);
  expect(described.message).toContain('insert into users');
  expect(described.cause).toMatchObject({ code: '23505', constraint: 'users_email' });
  expect(described.stack).toContain(' at ');
  expect(JSON.stringify(described)).not.toContain('asha@');
});

test('of an error from outside only what kind it is', () => {
  const error = Object.assign(new TypeError('fetch failed'), {
    code: 'ECONNRESET',
    request: { headers: { authorization: 'Bearer s3cret' } },
  });
  expect(describeError(error)).toMatchObject({ type: 'TypeError', code: 'ECONNRESET' });
  expect(JSON.stringify(describeError(error))).not.toContain('s3cret');
  expect(JSON.stringify(describeError('s3cret'))).not.toContain('s3cret');
});
