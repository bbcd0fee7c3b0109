import './harness.css';
import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { CameraDesk } from './camera-desk.tsx';
import { KeyboardDesk } from './keyboard-desk.tsx';
import { SoundProbe } from './sound-probe.tsx';

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
