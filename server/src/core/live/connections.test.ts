import { api } from '@keydesk/shared/api';
import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { giveKey } from '../../../test/handovers.ts';
import { connectPage, openPage } from '../../../test/live-page.ts';
import { controlIntervals, testCampus } from '../../../test/test-campus.ts';
import { sessions, users } from '../../db/schema.ts';

controlIntervals();
const campus = testCampus();

describe('a live connection is opened', () => {
  test('by the cookie, by the token, or by both', async () => {
    const asha = await campus.person();
    const { cookie, bearer } = asha.secrets;
    const origin = campus.url;
    for (const proofs of [{ cookie }, { token: bearer }, { cookie, token: bearer }])
      expect((await connectPage(campus.url, { ...proofs, origin })).socket.connected).toBe(true);
  });

  test('to nobody who is signed out, or whose proofs disagree', async () => {
    const [asha, ravi] = [await campus.person(), await campus.person()];
    const refused = 'Please sign in to continue';
    await expect(connectPage(campus.url, { origin: campus.url })).rejects.toThrow(refused);
    await expect(openPage(asha, { token: ravi.secrets.bearer })).rejects.toThrow(refused);
    await expect(openPage(asha, { cookie: 'A'.repeat(43) })).rejects.toThrow(refused);
    await asha.get(api.logout);
    await expect(openPage(asha)).rejects.toThrow(refused);
  });

  test('to nobody who has not registered', async () => {
    for (const person of [
      await campus.person('pending'),
      await campus.person('faculty', { facultyId: null }),
    ])
      await expect(openPage(person)).rejects.toThrow('Complete your registration first.');
  });

  test('to no page of another site, by either way of connecting', async () => {
    const asha = await campus.person();
    await expect(openPage(asha, { origin: 'https://evil.test' })).rejects.toThrow();
    const poll = (origin: string) =>
      fetch(`${campus.url}/socket.io/?EIO=4&transport=polling`, { headers: { origin } });
    const foreign = await poll('https://evil.test');
    expect(foreign.status).toBe(403);
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
    expect((await poll(campus.url)).status).toBe(200);
  });
});

test('a live connection is closed once its person has left, whatever the page does', async () => {
  const { socket } = await openPage(await campus.person());
  const { engine } = socket.io;
  const closed = new Promise((resolve) => engine.once('close', resolve));
  // What a page sends when it leaves, without the end of the connection that follows.
  engine.write('1');
  expect(await closed).toBe('transport close');
});

test('join messages learn whether they name one’s own room, and open no other', async () => {
  const [asha, ravi, guard] = [
    await campus.person(),
    await campus.person(),
    await campus.person('security'),
  ];
  const page = await openPage(ravi);
  expect(await page.join('join-user-room', ravi.user.id)).toBe(true);
  expect(await page.join('join-role-room', 'faculty')).toBe(true);
  expect(await page.join('join-keys-room')).toBe(true);
  expect(await page.join('join-user-room', asha.user.id)).toBe(false);
  expect(await page.join('join-role-room', 'admin')).toBe(false);
  await giveKey(guard, asha, (await campus.key()).id);
  await page.caughtUp();
  expect(page.received('notification')).toEqual([]);
  expect(JSON.stringify(page.received('key-updated'))).not.toContain('@');
});

describe('a live connection is ended', () => {
  test('for a session that is over and for a role that has changed, though nobody announced it', async () => {
    const [late, demoted, asha] = [
      await campus.person(),
      await campus.person('security'),
      await campus.person(),
    ];
    const [over, former, active] = await Promise.all([late, demoted, asha].map((v) => openPage(v)));
    await campus.db.orm
      .update(sessions)
      .set({ revokedAt: new Date() })
      .where(eq(sessions.id, late.secrets.sessionId));
    await campus.db.orm
      .update(users)
      .set({ role: 'operator' })
      .where(eq(users.id, demoted.user.id));
    vi.advanceTimersByTime(4_000);
    expect(await over?.ended).toBe('io server disconnect');
    expect(await former?.ended).toBe('io server disconnect');
    expect(active?.socket.connected).toBe(true);
    await active?.caughtUp();
    await expect(openPage(late)).rejects.toThrow('Please sign in to continue');
    expect(await (await openPage(demoted)).join('join-role-room', 'operator')).toBe(true);
  });
});

describe('the limits of live connections', () => {
  test('ten for one person, another one when one has closed', async () => {
    const [asha, ravi] = [await campus.person(), await campus.person()];
    const [first] = await Promise.all(Array.from({ length: 10 }, () => openPage(asha)));
    await expect(openPage(asha)).rejects.toThrow('Too many requests. Wait a moment.');
    await openPage(ravi);
    first?.socket.disconnect();
    await expect
      .poll(() =>
        openPage(asha).then(
          () => 'open',
          () => 'refused',
        ),
      )
      .toBe('open');
  });

  test('of many at once no more than ten are let in', async () => {
    const asha = await campus.person();
    const tried = await Promise.allSettled(Array.from({ length: 25 }, () => openPage(asha)));
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  });

  test('twenty messages in ten seconds', async () => {
    const page = await openPage(await campus.person());
    for (let sent = 0; sent < 20; sent += 1) expect(await page.join('join-keys-room')).toBe(true);
    page.socket.emit('join-keys-room');
    expect(await page.ended).toBe('io server disconnect');
  });

  test('ten kilobytes for a message', async () => {
    const page = await openPage(await campus.person());
    expect(await page.join('join-user-room', 'x'.repeat(9_000))).toBe(false);
    page.socket.emit('join-user-room', 'x'.repeat(10_001));
    expect(await page.ended).toMatch(/^transport/);
  });

  test('strange messages are ignored', async () => {
    const page = await openPage(await campus.person());
    const send = page.socket.emit.bind(page.socket) as (...message: unknown[]) => void;
    for (const message of [
      ['join-user-room'],
      ['join-user-room', { $ne: null }],
      ['join-keys-room', 'x', 'y'],
      ['key-updated', {}],
      ['__proto__', {}],
    ])
      send(...message);
    await page.caughtUp();
    expect(page.socket.connected).toBe(true);
  });
});
