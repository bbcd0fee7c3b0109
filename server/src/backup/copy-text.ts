import pg from 'pg';
import type { BackupTable } from './backup-format.ts';
import { tableSql } from './catalogue.ts';

/** A table and its columns as COPY wants them named. */
export const copyColumns = ({ name, columns }: BackupTable): string =>
  `${tableSql(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`;

/** The text of a value depends on settings of the session: here they are the same on every server. */
export const fixTextForm = async (client: pg.Client): Promise<void> => {
  await client.query(
    `SET LOCAL client_encoding = 'UTF8'; SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO';
     SET LOCAL IntervalStyle = 'iso_8601'; SET LOCAL bytea_output = 'hex';
     SET LOCAL extra_float_digits = 1; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = '10s'`,
  );
};
