import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { onServerReachable } from '../../lib/live/connection.ts';
import { runCamera, type ScannerState } from './camera.ts';
import { type DecodeClient, startDecoder } from './decode-client.ts';

type ScannerOptions = {
  /** The camera runs while this holds and the page can be seen. */
  active: boolean;
  /** The camera stays on, codes are left unread. */
  paused: boolean;
  onCode: (text: string) => void;
};

export type Scanner = {
  state: ScannerState;
  /** Goes to the `ref` of the video element that shows the camera. */
  showIn: (video: HTMLVideoElement | null) => void;
  restart: () => void;
};

const IDLE: ScannerState = { status: 'idle' };

/** Reads QR codes from the camera; the decoder is loaded as soon as the hook is in use. */
export function useScanner({ active, paused, onCode }: ScannerOptions): Scanner {
  const [state, setState] = useState<ScannerState>(IDLE);
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const decoder = useRef<DecodeClient>(null);
  const startAgain = useRef<() => void>(null);
  const visible = usePageVisible();
  const deliver = useEffectEvent(onCode);
  const isPaused = useEffectEvent(() => paused);

  useEffect(() => {
    const started = startDecoder();
    decoder.current = started;
    return () => started.close();
  }, []);

  useEffect(() => {
    const client = decoder.current;
    if (!active || !visible || !video || !client) return;
    let stop = new AbortController();
    let failed = false;
    const onState = (next: ScannerState) => {
      failed = next.status === 'error';
      setState(next);
    };
    const start = () => {
      stop.abort();
      stop = new AbortController();
      const { decode } = client;
      void runCamera({ video, decode, onState, onCode: deliver, isPaused }, stop);
    };
    start();
    startAgain.current = start;
    // The code reader may not have loaded for want of a network.
    const stopListening = onServerReachable(() => failed && start());
    return () => {
      stopListening();
      startAgain.current = null;
      stop.abort();
      setState(IDLE);
    };
  }, [active, visible, video]);

  return { state, showIn: setVideo, restart: () => startAgain.current?.() };
}

/** Whether somebody can see this page. */
function usePageVisible(): boolean {
  return useSyncExternalStore(subscribe, () => !document.hidden);
}

function subscribe(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}
