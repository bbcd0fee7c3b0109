import { expect, test } from 'vitest';
import { freePort } from './server.ts';

test('a free port is none that an outgoing connection could be given before it is used', async () => {
  for (let count = 0; count < 200; count += 1) expect(await freePort()).toBeLessThan(32_768);
});
