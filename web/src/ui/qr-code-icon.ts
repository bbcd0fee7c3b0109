import { createLucideIcon } from 'lucide-react';

function square(x: number, y: number): string {
  return `M${x + 1} ${y}h3a1 1 0 0 1 1 1v3a1 1 0 0 1-1 1h-3a1 1 0 0 1-1-1v-3a1 1 0 0 1 1-1z`;
}

/** A single path: long lists render it in every row, and the library's icon has twelve elements. */
export const QrCodeIcon = createLucideIcon('qr-code', [
  [
    'path',
    {
      key: 'code',
      d: [
        square(3, 3),
        square(16, 3),
        square(3, 16),
        'M21 16h-3a2 2 0 0 0-2 2v3',
        'M12 7v3a2 2 0 0 1-2 2H7',
        'M3 12h.01M12 3h.01M12 16v.01M16 12h1M21 12v.01M21 21v.01M12 21v-1',
      ].join(''),
    },
  ],
]);
