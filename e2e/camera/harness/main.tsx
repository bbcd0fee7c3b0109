import './harness.css';
import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import {
  type FeedbackKind,
  playResultSound,
} from '../../../web/src/features/loans/scanner/feedback.ts';
import { useKeyboardWedge } from '../../../web/src/features/loans/scanner/keyboard-wedge.ts';
import { ScannerOverlay } from '../../../web/src/features/loans/scanner/scanner-overlay.tsx';

/** Rendered last: when it says so, everything before it has registered its listeners. */
function Readiness() {
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return ready ? <p>Ready</p> : null;
}

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <h1>Scanner</h1>
      <CameraDesk />
      <KeyboardDesk />
      <SoundProbe />
      <Readiness />
    </StrictMode>,
  );
}

/** A desk with only the camera: lists the scanned codes, and those seen at once. F2 toggles `busy`. */
function CameraDesk() {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [codes, setCodes] = useState<string[]>([]);
  const [several, setSeveral] = useState<string[]>([]);
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
      <output aria-label="Codes to choose from">{JSON.stringify(several)}</output>
      <ScannerOverlay
        open={open}
        busy={busy}
        onClose={() => setOpen(false)}
        onCode={(code) => setCodes((before) => [...before, code])}
        onSeveral={(seen) => setSeveral(seen.map(({ text }) => text))}
      />
    </section>
  );
}

/** A desk with a USB scanner, and a search field and button that it must not affect. */
function KeyboardDesk() {
  const [search, setSearch] = useState('');
  const [presses, setPresses] = useState(0);
  const [code, setCode] = useState('none');
  useKeyboardWedge(setCode);
  return (
    <section>
      <input
        aria-label="Search"
        type="search"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <p>Searching for [{search}]</p>
      <button type="button" onClick={() => setPresses(presses + 1)}>
        Press
      </button>
      <p>Pressed {presses} times</p>
      <p>
        Typed code: <output>{code}</output>
      </p>
    </section>
  );
}

/** Renders the sound of a result offline and shows its mean pitch in hertz. */
function SoundProbe() {
  const [pitch, setPitch] = useState('');
  const measure = async (outcome: FeedbackKind) => {
    const context = new OfflineAudioContext(1, 24_000, 48_000);
    playResultSound(context, outcome);
    const samples = (await context.startRendering()).getChannelData(0);
    setPitch(`${outcome}: ${Math.round(pitchOf(samples))}`);
  };
  return (
    <section>
      <button type="button" onClick={() => measure('success')}>
        Hear success
      </button>
      <button type="button" onClick={() => measure('failure')}>
        Hear failure
      </button>
      <p data-testid="heard">{pitch}</p>
    </section>
  );
}

function pitchOf(samples: Float32Array): number {
  const audible = samples.filter((sample) => Math.abs(sample) > 0.001);
  const crossings = audible.filter((sample, index) => sample >= 0 && (audible[index - 1] ?? 0) < 0);
  return audible.length === 0 ? 0 : (crossings.length * 48_000) / audible.length;
}
