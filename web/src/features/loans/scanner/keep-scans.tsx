import { useNavigate } from '@tanstack/react-router';
import { kindOf } from './code-watcher.ts';
import { keepScan } from './kept-scan.ts';
import { listenForScans, useKeyboardWedge } from './keyboard-wedge.ts';

export function keepScansOf(deskId: string): () => void {
  return listenForScans(document, (text) => {
    // The number of an ID card is not kept in a browser to which its owner may not return.
    if (kindOf(text) !== 'foreign') keepScan(text, deskId);
  });
}

/** Catches scans on other pages and opens the desk's page, which processes them. */
export function ScansElsewhere({ deskId }: { deskId: string }) {
  useKeyboardWedge(useScansForDesk(deskId));
  return null;
}

export function useScansForDesk(deskId: string): (text: string) => void {
  const navigate = useNavigate();
  return (text) => {
    keepScan(text, deskId);
    void navigate({ to: '/dashboard/security/$tab', params: { tab: 'scanner' } });
  };
}
