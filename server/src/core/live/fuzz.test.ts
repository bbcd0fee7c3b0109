import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { fingerprintOf } from '../../../test/database-state.ts';
import { type LivePage, openPage } from '../../../test/live-page.ts';
import { testCampus } from '../../../test/test-campus.ts';
import { proofsOf } from '../../../test/test-client.ts';

const packetsEach = 20;
const numRuns = 25 * inject('thoroughness');
const timeout = 120_000 * inject('thoroughness');

const campus = testCampus();

const eventName = fc.oneof(
  fc.constantFrom('join-user-room', 'join-role-room', 'join-keys-room'),
  fc.constantFrom('key-updated', 'notification', 'news', 'disconnect', 'connect', '__proto__', ''),
  fc.string(),
);
const event = fc
  .tuple(eventName, fc.array(fc.jsonValue(), { maxLength: 4 }))
  .map(([name, facts]) => JSON.stringify([name, ...facts]));
/** The first that cannot be read ends its connection, so most can. */
const readable = fc.oneof(
  event.map((data) => `2${data}`),
  fc.tuple(fc.nat(99), event).map(([id, data]) => `2${id}${data}`),
);
/** A kind, perhaps attachments, a namespace, an id, data: or none of it. */
const unreadable = fc.oneof(
  event.map((data) => `51-${data}`),
  fc.tuple(fc.nat(9), fc.string(), event).map(([kind, space, data]) => `${kind}/${space},${data}`),
  fc.tuple(fc.nat(9), fc.json()).map(([kind, data]) => `${kind}${data}`),
  fc.string({ unit: 'binary' }),
  fc.constant(`2["join-user-room","${'x'.repeat(9_900)}"]`),
);
const packet = fc.oneof({ weight: 19, arbitrary: readable }, { weight: 1, arbitrary: unreadable });

/** Resolves once the server has dealt with all that this page sent: it answers, or has hung up. */
function dealtWith(page: LivePage): Promise<unknown> {
  return Promise.race([page.ended, page.caughtUp().catch(() => page.ended)]);
}

async function quietWitness() {
  const witness = await openPage(await campus.person('admin'));
  await witness.caughtUp();
  return witness;
}

test(
  'strange packets reach nobody, change nothing and stop nothing',
  async () => {
    const state = await fingerprintOf(campus.db);
    const witness = await quietWitness();
    const asha = await campus.person();
    const before = await state();
    const packets = fc.array(packet, { minLength: packetsEach, maxLength: packetsEach });
    await fc.assert(
      fc.asyncProperty(packets, async (sent) => {
        const page = await openPage(asha);
        for (const text of sent) page.socket.io.engine.write(text);
        await dealtWith(page);
        expect(page.events).toEqual([]);
        page.socket.disconnect();
      }),
      { numRuns },
    );
    expect(await state()).toBe(before);
    await witness.caughtUp();
    expect(witness.events).toEqual([]);
  },
  timeout,
);

test(
  'strange bodies on the polling way are refused, and no other connection feels them',
  async () => {
    const witness = await quietWitness();
    const asha = await campus.person();
    const address = `${campus.url}/socket.io/?EIO=4&transport=polling`;
    const headers = { ...proofsOf(asha), origin: campus.url };
    const body = fc.oneof(
      fc.string({ unit: 'binary' }),
      unreadable,
      readable,
      fc.constant('x'.repeat(10_001)),
    );
    await fc.assert(
      fc.asyncProperty(body, fc.string({ unit: 'binary-ascii' }), async (text, sid) => {
        const opened = await (await fetch(address, { headers })).text();
        const { sid: own } = JSON.parse(opened.slice(1)) as { sid: string };
        for (const id of [own, encodeURIComponent(sid)]) {
          const answer = await fetch(`${address}&sid=${id}`, {
            method: 'POST',
            headers: { ...headers, 'content-type': 'text/plain' },
            body: text,
          });
          expect(answer.status).toBeLessThan(500);
        }
      }),
      { numRuns },
    );
    await witness.caughtUp();
    expect(witness.events).toEqual([]);
  },
  timeout,
);
