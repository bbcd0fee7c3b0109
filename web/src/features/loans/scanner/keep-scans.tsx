import { useNavigate } from '@tanstack/react-router';
import { kindOf } from './code-watcher.ts';
import { keepScan } from './kept-scan.ts';
import { listenForScans, useKeyboardWedge } from './keyboard-wedge.ts';

/** Keeps the codes that the USB scanner of a signed-out desk reads; returns a function that stops it. */
export function keepScansOf(deskId: string): () => void {
  return listenForScans(document, (text) => {
    // The number of an ID card is not left in a browser to which nobody may come back.
    if (kindOf(text) !== 'foreign') keepScan(text, deskId);
  });
}

/** Hears the USB scanner on pages other than the desk's, and leads to the desk, which does the scan. */
export function ScansElsewhere({ deskId }: { deskId: string }) {
  useKeyboardWedge(useScansForDesk(deskId));
  return null;
}

/** Leads to the desk with a scan of another page. */
export function useScansForDesk(deskId: string): (text: string) => void {
  const navigate = useNavigate();
  return (text) => {
    keepScan(text, deskId);
    void navigate({ to: '/dashboard/security/$tab', params: { tab: 'scanner' } });
  };
}
