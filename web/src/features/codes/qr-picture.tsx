import { useEffect, useMemo } from 'react';
import { encode } from 'uqr';
import { whenIdle } from '../../lib/browser.ts';
import { holdToasts } from '../../ui/toast/show-toast.ts';

/** A QR code, always black on white, as scanners expect, and never under a message. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  useEffect(holdToasts, []);
  const { size, path } = useMemo(() => qrPath(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-full"
    >
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** White modules around a code, as the standard requires. */
const quietZone = 4;

/** A code's dark modules as one SVG path, in a square of `size` modules with its quiet zone. */
export function qrPath(text: string): { size: number; path: string } {
  const { data, size } = encode(text, {
    // A compact token is so short that the better correction makes no larger picture.
    ecc: text.startsWith('{') ? 'M' : 'Q',
    boostEcc: true,
    border: quietZone,
  });
  return { size, path: data.map(rowPath).join('') };
}

function rowPath(row: readonly boolean[], y: number): string {
  let path = '';
  for (let x = 0; x < row.length; x += 1) {
    if (!row[x]) continue;
    const start = x;
    while (row[x + 1]) x += 1;
    const length = x + 1 - start;
    path += `M${start} ${y}h${length}v1h-${length}z`;
  }
  return path;
}

// A browser compiles the encoder while it first runs, which takes several times as long as to run it.
// It does so while nobody waits for a code.
const likeARequest = 'k'.repeat(200);
whenIdle(() => qrPath(likeARequest));
