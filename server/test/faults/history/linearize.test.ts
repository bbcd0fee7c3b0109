import { describe, expect, test } from 'vitest';
import { findMisfit, type Operation } from './linearize.ts';

const lost = Number.POSITIVE_INFINITY;

function call(what: string, invoked: number, answered: number, step: Operation['step']) {
  return {
    what,
    invoked,
    answered,
    onlySees: what.startsWith('sees'),
    step,
  };
}

function take(who: string, invoked: number, answered: number) {
  return call(`${who} takes`, invoked, answered, (state) => (state === 'free' ? who : null));
}

function giveBack(who: string, invoked: number, answered: number) {
  return call(`${who} gives back`, invoked, answered, (state) => (state === who ? 'free' : null));
}

function see(what: string, invoked: number, answered: number) {
  return call(`sees ${what}`, invoked, answered, (state) => (state === what ? state : null));
}

function misfit(...operations: Operation[]) {
  return findMisfit(operations, 'free')?.what ?? null;
}

describe('a history that fits one order', () => {
  test('is one call after the other', () => {
    expect(
      misfit(take('a', 1, 2), giveBack('a', 3, 4), take('b', 5, 6), see('b', 7, 8)),
    ).toBeNull();
  });

  test('may have taken effect in another order than it was answered', () => {
    expect(misfit(take('b', 2, 3), giveBack('a', 1, 5), take('a', 0, 6))).toBeNull();
  });

  test('may be seen in either state while a call is under way', () => {
    expect(
      misfit(take('a', 1, 10), see('free', 2, 3), see('a', 4, 5), see('a', 11, 12)),
    ).toBeNull();
  });

  test('may contain a lost call that took effect, and one that did not', () => {
    expect(misfit(take('a', 1, lost), see('a', 5, 6), giveBack('a', 7, 8))).toBeNull();
    expect(misfit(take('a', 1, lost), see('free', 5, 6), take('b', 7, 8))).toBeNull();
  });

  test('may contain a lost call that took effect long after', () => {
    expect(misfit(take('a', 1, lost), see('free', 5, 6), see('a', 7, 8))).toBeNull();
  });

  test('is found among many calls under way at once', () => {
    const sights = Array.from({ length: 20 }, (_, n) => see(n % 2 ? 'a' : 'free', 0, 50));
    expect(misfit(...sights, take('a', 0, 50), giveBack('a', 0, 50))).toBeNull();
  });
});

describe('a history that fits none', () => {
  test('gives one thing to two at once', () => {
    expect(misfit(take('a', 1, 5), take('b', 2, 6))).toBe('b takes');
  });

  test('shows what was over before the question', () => {
    expect(misfit(take('a', 1, 2), see('free', 3, 4))).toBe('sees free');
  });

  test('shows the new and then the old', () => {
    expect(misfit(take('a', 1, 10), see('a', 2, 3), see('free', 4, 5))).toBe('sees free');
  });

  test('forgets what was confirmed', () => {
    expect(misfit(take('a', 1, 2), take('b', 3, 4))).toBe('b takes');
  });

  test('lets one lost call take effect twice', () => {
    const history = [take('a', 1, lost), giveBack('a', 3, 4), see('a', 5, 6)];
    expect(misfit(...history)).toBe('sees a');
  });

  test('lets a lost call take effect before it was made', () => {
    expect(misfit(see('a', 1, 2), take('a', 3, lost))).toBe('sees a');
  });
});
