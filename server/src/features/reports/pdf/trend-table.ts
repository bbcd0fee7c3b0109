import type { Reports } from '@keydesk/shared/dashboard/dashboard';
import type { Content } from 'pdfmake/interfaces';
import { table } from './table.ts';

type Trend = Reports['userAnalytics']['registrationTrend'];

const blocks = 3;
const shortTrend = 10;

const block = (days: Trend): Content =>
  table(
    [
      { title: 'Date', width: '*' },
      { title: 'New users', width: 'auto', isNumber: true },
    ],
    days.map(({ date, count }) => [date, String(count)]),
    '',
  );

/** Registrations of every date, long lists in blocks side by side. */
export const trendTable = (trend: Trend): Content => {
  const length = Math.ceil(trend.length / (trend.length > shortTrend ? blocks : 1));
  const columns: Content[] = [];
  for (let start = 0; start < trend.length; start += length)
    columns.push(block(trend.slice(start, start + length)));
  return { columns, columnGap: 18 };
};
