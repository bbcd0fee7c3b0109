import type { ImportResult, ImportRow } from '@keydesk/shared/imports/imports.routes';

/** The rows with how many there are of each kind. */
export const resultOf = (rows: ImportRow[], applied: boolean): ImportResult => {
  const count = (outcome: ImportRow['outcome']) =>
    rows.filter((row) => row.outcome === outcome).length;
  return {
    rows,
    created: count('create'),
    updated: count('update'),
    unchanged: count('unchanged'),
    refused: count('refused'),
    applied,
  };
};

export const isRefused = (rows: readonly ImportRow[]): boolean =>
  rows.some((row) => row.outcome === 'refused');
