import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { usePageVisible } from '../../../lib/hooks.ts';
import { onServerReachable } from '../../../lib/live/connection.ts';
import { runCamera, type ScannerState } from './camera.ts';
import type { FoundCode } from './code-watcher.ts';

type ScannerOptions = {
  active: boolean;
  /** The camera stays on, but codes are not read. */
  paused: boolean;
  wantsTag: boolean;
  /** The codes of one picture, from left to right. */
  onCodes: (codes: readonly FoundCode[]) => void;
};

export type Scanner = {
  state: ScannerState;
  videoRef: (video: HTMLVideoElement | null) => void;
  restart: () => void;
};

const idleState: ScannerState = { status: 'idle' };

/** Reads QR codes from the camera; the decoder loads as soon as the hook is used. */
export function useScanner({ active, paused, wantsTag, onCodes }: ScannerOptions): Scanner {
  const [state, setState] = useState<ScannerState>(idleState);
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const decoder = useRef<DecodeClient>(null);
  const restartRef = useRef<() => void>(null);
  const visible = usePageVisible();
  const handleCodes = useEffectEvent(onCodes);
  const isPaused = useEffectEvent(() => paused);
  const isTagWanted = useEffectEvent(() => wantsTag);

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
      void runCamera(
        { video, decode, onState, onCodes: handleCodes, isPaused, wantsTag: isTagWanted },
        stop,
      );
    };
    start();
    restartRef.current = start;
    // Offline, the decoder may not have loaded.
    const stopListening = onServerReachable(() => failed && start());
    return () => {
      stopListening();
      restartRef.current = null;
      stop.abort();
      setState(idleState);
    };
  }, [active, visible, video]);

  return { state, videoRef: setVideo, restart: () => restartRef.current?.() };
}

export type DecodeAnswer = { codes: FoundCode[] } | { failure: string };

type DecodeClient = {
  /** One picture at a time; it is transferred. */
  decode: (picture: ImageBitmap) => Promise<FoundCode[]>;
  close: () => void;
};

function startDecoder(): DecodeClient {
  let worker: Worker | undefined = start();

  function start(): Worker {
    const started = new Worker(new URL('./decode.worker.ts', import.meta.url), { type: 'module' });
    // A worker that failed to load is dropped: the next picture starts a new one.
    started.onerror = () => {
      worker = undefined;
    };
    return started;
  }

  return {
    decode: (picture) =>
      new Promise((resolve, reject) => {
        worker ??= start();
        const current = worker;
        const fail = (reason: string) => {
          current.terminate();
          worker = undefined;
          reject(new Error(reason));
        };
        current.onmessage = ({ data }: MessageEvent<DecodeAnswer>) => {
          if ('codes' in data) resolve(data.codes);
          else fail(data.failure);
        };
        current.onerror = () => fail('The code reader did not load');
        current.postMessage(picture, [picture]);
      }),
    close: () => worker?.terminate(),
  };
}
