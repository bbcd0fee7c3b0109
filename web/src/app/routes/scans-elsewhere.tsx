import { useNavigate } from '@tanstack/react-router';
import { keepScan } from '../../features/desk/scan/kept-scan.ts';
import { useKeyboardWedge } from '../../features/scanner/keyboard-wedge.ts';

/** Hears the USB scanner on pages other than the desk's, and leads to the desk, which does the scan. */
export function ScansElsewhere({ deskId }: { deskId: string }) {
  const navigate = useNavigate();
  useKeyboardWedge((text) => {
    keepScan(text, deskId);
    void navigate({ to: '/dashboard/security/$tab', params: { tab: 'scanner' } });
  });
  return null;
}
