import type { FoundCode } from './found-code.ts';

/** What the decoding worker answers for one picture. */
export type DecodeAnswer = { codes: FoundCode[] } | { failure: string };

export type DecodeClient = {
  /** The codes in the picture. One picture at a time; it is transferred. */
  decode: (picture: ImageBitmap) => Promise<FoundCode[]>;
  close: () => void;
};

/** Starts the decoder in a worker ahead of the first picture. */
export function startDecoder(): DecodeClient {
  let worker: Worker | undefined = start();

  function start(): Worker {
    const started = new Worker(new URL('./decode.worker.ts', import.meta.url), { type: 'module' });
    // A worker that failed to load is not reused: the next picture starts a new one.
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
