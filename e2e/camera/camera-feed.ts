import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { solidGrey } from '../../web/src/features/scanner/grey-image.ts';
import {
  drawQr,
  type ErrorCorrection,
  qrModules,
} from '../../web/src/features/scanner/testing/draw-qr.ts';

const WIDTH = 1280;
const HEIGHT = 720;
const BACKGROUND_GREY = 120;
const HEADER = `YUV4MPEG2 W${WIDTH} H${HEIGHT} F30:1 Ip A1:1 C420jpeg\nFRAME\n`;
const NO_COLOUR = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);

export type Picture = { ecc?: ErrorCorrection; size?: number };

/**
 * Writes what Chromium's fake camera sees: a code held up in front of a wall, or with null the
 * wall alone. Chromium loops over the file for as long as the camera is open, so a feed is one
 * frame. Every feed has the same length and is written in place, never truncated or renamed:
 * that changes the picture of an open camera too, while a renamed file waits for the next open.
 */
export function writeCameraFeed(path: string, text: string | null, picture: Picture = {}): void {
  const { ecc = 'M', size = 360 } = picture;
  const frame = solidGrey(WIDTH, HEIGHT, BACKGROUND_GREY);
  if (text !== null) drawQr(frame, qrModules(text, ecc), size);
  const feed = Buffer.concat([Buffer.from(HEADER), Buffer.from(frame.data), NO_COLOUR]);
  const file = openSync(path, constants.O_WRONLY | constants.O_CREAT);
  try {
    writeSync(file, feed, 0, feed.length, 0);
  } finally {
    closeSync(file);
  }
}
