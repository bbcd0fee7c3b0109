/** What the decoding worker sends back for one picture. */
export type DecodeAnswer = { text: string | null } | { failure: string };

export type DecodeClient = {
  /** The text of the code in the picture, or null. One picture at a time; it is used up. */
  decode: (picture: ImageBitmap) => Promise<string | null>;
  close: () => void;
};

/** Starts the decoder beside the page's own thread, so that it is warm before the first picture. */
export function startDecoder(): DecodeClient {
  let worker: Worker | undefined = start();

  function start(): Worker {
    const started = new Worker(new URL('./decode.worker.ts', import.meta.url), { type: 'module' });
    // A worker that did not load stays dead: the next picture gets a new one.
    started.onerror = () => {
      worker = undefined;
    };
    return started;
  }

  return {
    decode: (picture) =>
      new Promise((resolve, reject) => {
        worker ??= start();
        const asked = worker;
        const fail = (reason: string) => {
          asked.terminate();
          worker = undefined;
          reject(new Error(reason));
        };
        asked.onmessage = ({ data }: MessageEvent<DecodeAnswer>) => {
          if ('text' in data) resolve(data.text);
          else fail(data.failure);
        };
        asked.onerror = () => fail('The code reader did not load');
        asked.postMessage(picture, [picture]);
      }),
    close: () => worker?.terminate(),
  };
}
