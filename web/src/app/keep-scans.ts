import { keepScan } from '../features/desk/scan/kept-scan.ts';
import { kindOf } from '../features/scanner/code-watcher.ts';
import { listenForScans } from '../features/scanner/keyboard-wedge.ts';

/** Keeps the codes that the USB scanner of a signed-out desk reads; returns a function that stops it. */
export function keepScansOf(deskId: string): () => void {
  return listenForScans(document, (text) => {
    // The number of an ID card is not left in a browser to which nobody may come back.
    if (kindOf(text) !== 'foreign') keepScan(text, deskId);
  });
}
