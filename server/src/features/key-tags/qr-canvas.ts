import { keyTagText } from '@keydesk/shared/keys/key-tag';
import type { CanvasRect } from 'pdfmake/interfaces';
import { encode } from 'uqr';

/** White modules around a code, as the standard asks for. */
const quietZone = 4;

/** Neighbouring rectangles overlap by this part of a module, so that no hairline shows between. */
const overlap = 0.02;

/**
 * The QR code of a key's tag, `size` points wide, one rectangle for each run of dark modules:
 * version 3 at level Q, of which a quarter may be worn off.
 */
export const qrCanvas = (keyId: string, size: number): CanvasRect[] => {
  const code = encode(keyTagText(keyId), { ecc: 'Q', border: quietZone });
  const module = size / code.size;
  const rects: CanvasRect[] = [];
  for (const [y, row] of code.data.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x += 1;
      rects.push({
        type: 'rect',
        x: start * module,
        y: y * module,
        w: (x + 1 - start) * module,
        h: (1 + overlap) * module,
        color: '#000000',
        lineWidth: 0,
      });
    }
  }
  return rects;
};
