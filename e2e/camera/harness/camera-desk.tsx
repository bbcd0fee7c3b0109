import { useEffect, useState } from 'react';
import { ScannerOverlay } from '../../../web/src/features/scanner/scanner-overlay.tsx';

/** A desk with nothing but the camera: lists the codes it was given. F2 makes it busy or free. */
export function CameraDesk() {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [codes, setCodes] = useState<string[]>([]);
  useEffect(() => {
    const toggle = ({ key }: KeyboardEvent) => {
      if (key === 'F2') setBusy((before) => !before);
    };
    document.addEventListener('keydown', toggle);
    return () => document.removeEventListener('keydown', toggle);
  }, []);
  return (
    <section>
      <button type="button" onClick={() => setOpen(true)}>
        Start Scanning
      </button>
      <output aria-label="Scanned codes">{JSON.stringify(codes)}</output>
      <ScannerOverlay
        open={open}
        busy={busy}
        onClose={() => setOpen(false)}
        onCode={(code) => setCodes((before) => [...before, code])}
      />
    </section>
  );
}
