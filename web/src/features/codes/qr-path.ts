import { qrTokenPrefix } from '@keydesk/shared/handovers/qr-token';
import { encode } from 'uqr';

/** White modules around a code, as the standard asks for. */
const quietZone = 4;

const rowPath = (row: readonly boolean[], y: number): string => {
  let path = '';
  for (let x = 0; x < row.length; x += 1) {
    if (!row[x]) continue;
    const start = x;
    while (row[x + 1]) x += 1;
    const length = x + 1 - start;
    path += `M${start} ${y}h${length}v1h-${length}z`;
  }
  return path;
};

/** A code's dark modules as one SVG path, in a square of `size` modules with its quiet zone. */
export const qrPath = (text: string): { size: number; path: string } => {
  const { data, size } = encode(text, {
    ecc: text.startsWith(qrTokenPrefix) ? 'Q' : 'M',
    boostEcc: true,
    border: quietZone,
  });
  return { size, path: data.map(rowPath).join('') };
};
