import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { solidGrey } from '../../web/src/features/loans/scanner/grey-image.ts';
import {
  drawQr,
  type ErrorCorrection,
  type Place,
  qrModules,
} from '../../web/src/features/loans/scanner/testing/draw-qr.ts';

const width = 1280;
const height = 720;
const backgroundGrey = 120;
const header = `YUV4MPEG2 W${width} H${height} F30:1 Ip A1:1 C420jpeg\nFRAME\n`;
const noColour = Buffer.alloc((width * height) / 2, 128);

/** How large a code is shown, where (in the middle by default), and what else is in view. */
export type Picture = {
  ecc?: ErrorCorrection;
  size?: number;
  place?: Place;
  /** Light modules on a dark ground. */
  lightOnDark?: boolean;
  beside?: readonly ({ text: string } & Omit<Picture, 'beside'>)[];
};

/**
 * Writes what Chromium's fake camera sees: a code held up in front of a wall, or with null the
 * wall alone. Chromium loops over the file for as long as the camera is open, so a feed is one
 * frame. Every feed has the same length and is written in place, never truncated or renamed:
 * that changes the picture of an open camera too, while a renamed file waits for the next open.
 */
export function writeCameraFeed(path: string, text: string | null, picture: Picture = {}): void {
  const { beside = [], ...shown } = picture;
  const frame = solidGrey(width, height, backgroundGrey);
  for (const code of text === null ? beside : [{ text, ...shown }, ...beside]) {
    const { ecc = 'M', size = 360, place, lightOnDark = false } = code;
    const modules = qrModules(code.text, ecc).map((row) => row.map((dark) => dark !== lightOnDark));
    drawQr(frame, modules, size, place);
  }
  const feed = Buffer.concat([Buffer.from(header), Buffer.from(frame.data), noColour]);
  const file = openSync(path, constants.O_WRONLY | constants.O_CREAT);
  try {
    writeSync(file, feed, 0, feed.length, 0);
  } finally {
    closeSync(file);
  }
}
