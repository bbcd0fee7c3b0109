import { useMemo } from 'react';
import { qrPath } from './qr-path.ts';

/** A QR code: black on white in either colour scheme, as scanners expect it. */
export const QrPicture = ({ text, label }: { text: string; label: string }) => {
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
};
