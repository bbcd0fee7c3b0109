import type { Content } from 'pdfmake/interfaces';
import { nameText } from '../../../pdf/name-text.ts';
import { heading } from './heading.ts';
import { look } from './look.ts';
import type { ReportContent } from './report-content.ts';
import { table } from './table.ts';

const keyWidth = 90;
const nameWidth = 230;

/** The most used keys; charts before it fill their page, sentences in their place do not. */
export const keyUsageSection = (report: ReportContent, begins?: 'on a new page'): Content[] => [
  begins ? { text: 'Key usage', style: 'heading', pageBreak: 'before' } : heading('Key usage'),
  {
    text:
      `${report.keyUsage.totalUsage} keys handed out; ` +
      `${report.peakUsage.usagePercentage.toFixed(1)} % of all keys were used at least once.`,
    margin: [0, 0, 0, 6],
  },
  table(
    [
      { title: 'Key', width: keyWidth },
      { title: 'Name', width: nameWidth },
      { title: 'Department', width: '*' },
      { title: 'Times used', width: 60, isNumber: true },
    ],
    report.keyUsage.mostUsedKeys.map((key) => [
      nameText(key.keyNumber, { width: keyWidth, size: look.textSize }),
      nameText(key.keyName, { width: nameWidth, size: look.textSize }),
      key.department,
      String(key.usageCount),
    ]),
    'No usage data available',
  ),
];
