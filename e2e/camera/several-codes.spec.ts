import { expect, type Page } from '@playwright/test';
import { compactCode, otherCode, poster } from './codes.ts';
import { test } from './scanner-test.ts';

const posterAtEdge = { text: poster, size: 240, place: { left: 0, top: 0 } };
const [left, right] = [
  { left: 260, top: 180 },
  { left: 820, top: 180 },
];

function listOf(...codes: string[]) {
  return JSON.stringify(codes);
}

/** Waits until the camera has shown its picture for this many seconds. */
async function watchFor(page: Page, seconds: number): Promise<void> {
  const played = () =>
    page.locator('video').evaluate((element: HTMLVideoElement) => element.currentTime);
  const start = await played();
  await expect.poll(played).toBeGreaterThan(start + seconds);
}

test('a poster at the edge does not keep a code from being read', async ({
  camera,
  page,
  scanner,
}) => {
  camera.show(compactCode, { ecc: 'Q', size: 260, beside: [posterAtEdge] });
  await scanner.open();
  await expect(scanner.codes).toHaveText(listOf(compactCode));
  camera.show(null, { beside: [posterAtEdge] });
  await watchFor(page, 3);
  camera.show(otherCode, { ecc: 'Q', size: 260, beside: [posterAtEdge] });
  await expect(scanner.codes).toHaveText(listOf(compactCode, otherCode));
});

test('a foreign code alone in view is reported', async ({ camera, scanner }) => {
  camera.show(poster);
  await scanner.open();
  await expect(scanner.codes).toHaveText(listOf(poster));
});

test('two codes in view are offered from left to right', async ({ camera, scanner }) => {
  const beside = [{ text: otherCode, ecc: 'Q' as const, place: left }, posterAtEdge];
  camera.show(compactCode, { ecc: 'Q', place: right, beside });
  await scanner.open();
  await expect(scanner.several).toHaveText(listOf(otherCode, compactCode));
  await expect(scanner.codes).toHaveText(listOf());
});

test('light modules on a dark ground are read in a corner', async ({ camera, scanner }) => {
  camera.show(compactCode, {
    ecc: 'Q',
    size: 260,
    place: { left: 1000, top: 440 },
    lightOnDark: true,
  });
  await scanner.open();
  await expect(scanner.codes).toHaveText(listOf(compactCode));
});

test('a small code at the edge is read', async ({ camera, scanner }) => {
  camera.show(compactCode, { ecc: 'Q', size: 110, place: { left: 2, top: 300 } });
  await scanner.open();
  await expect(scanner.codes).toHaveText(listOf(compactCode));
});
