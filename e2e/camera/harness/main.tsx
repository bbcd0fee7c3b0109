import './harness.css';
import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { type FeedbackKind, playResultSound } from '../../../web/src/features/scanner/feedback.ts';
import { useKeyboardWedge } from '../../../web/src/features/scanner/keyboard-wedge.ts';
import { ScannerOverlay } from '../../../web/src/features/scanner/scanner-overlay.tsx';

/** Rendered last, so that everything before it listens by the time this says so. */
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

/** A desk with nothing but the camera: lists the codes it was given. F2 makes it busy or free. */
function CameraDesk() {
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

/** A desk with a USB scanner, a search field and a button that it must leave alone. */
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

/** Renders a result's sound off line and tells its mean pitch in hertz. */
function SoundProbe() {
  const [heard, setHeard] = useState('');
  const hear = async (outcome: FeedbackKind) => {
    const context = new OfflineAudioContext(1, 24_000, 48_000);
    playResultSound(context, outcome);
    const samples = (await context.startRendering()).getChannelData(0);
    setHeard(`${outcome}: ${Math.round(pitchOf(samples))}`);
  };
  return (
    <section>
      <button type="button" onClick={() => hear('success')}>
        Hear success
      </button>
      <button type="button" onClick={() => hear('failure')}>
        Hear failure
      </button>
      <p data-testid="heard">{heard}</p>
    </section>
  );
}

function pitchOf(samples: Float32Array): number {
  const audible = samples.filter((sample) => Math.abs(sample) > 0.001);
  const crossings = audible.filter((sample, index) => sample >= 0 && (audible[index - 1] ?? 0) < 0);
  return audible.length === 0 ? 0 : (crossings.length * 48_000) / audible.length;
}
