import { keepScan } from '../features/desk/scan/kept-scan.ts';
import { listenForScans } from '../features/scanner/keyboard-wedge.ts';

/** Keeps what the USB scanner of a signed-out desk reads; returns a function that stops it. */
export function keepScansOf(deskId: string): () => void {
  return listenForScans(document, (text) => keepScan(text, deskId));
}
