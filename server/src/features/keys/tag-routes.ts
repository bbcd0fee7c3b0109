import { api } from '@keydesk/shared/api';
import type { Campus, Desk } from '@keydesk/shared/campus/campus';
import { appError } from '@keydesk/shared/core/errors';
import { compareNumbers, joinedText, numberText } from '@keydesk/shared/core/formats';
import { maxTagsPerFile } from '@keydesk/shared/keys/routes';
import { t as inputText } from '@keydesk/shared/texts/en/input';
import type { Config } from '../../config/config.ts';
import { printInThread } from '../../core/files/print-in-thread.ts';
import type { WorkQueue } from '../../core/work-queue.ts';
import type { Connection } from '../../db/client.ts';
import type { AddRoutes } from '../../http/define-route.ts';
import { abortOnDisconnect } from '../../http/error-handler.ts';
import { inLanguageOf } from '../../http/language.ts';
import type { CurrentCampus } from '../campus/index.ts';
import type { Tag } from './print-tags.ts';
import { findKeys, type KeyRow, listActiveKeys } from './queries.ts';

export const addKeyTagRoutes: AddRoutes<{
  campus: CurrentCampus;
  config: Pick<Config, 'productName' | 'publicUrl' | 'pdfFonts'>;
  runQueued: WorkQueue;
}> = (serve, { campus, config, db, runQueued }) => {
  serve(api.keyTags, async ({ body, principal, reply }) => {
    const work = {
      kind: 'tags',
      userId: principal.user.id,
      signal: abortOnDisconnect(reply),
    } as const;
    const pdf = await inLanguageOf(principal.user, () =>
      runQueued(work, (signal) =>
        printKeyTags({ db, config, campus: campus.current() }, body.keyIds, signal),
      ),
    );
    return reply
      .type('application/pdf')
      .header('content-disposition', 'attachment; filename="key-tags.pdf"')
      .send(pdf);
  });
};

const printScript = new URL('./print-tags.ts', import.meta.url);

type PrintDeps = {
  db: Connection;
  config: Pick<Config, 'productName' | 'publicUrl' | 'pdfFonts'>;
  campus: Campus;
};

/** A PDF with a tag for each of these keys or for all, by number. */
async function printKeyTags(
  { db, config: { productName, publicUrl, pdfFonts }, campus }: PrintDeps,
  keyIds: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<Buffer> {
  const rows = keyIds ? await findKeys(db, [...new Set(keyIds)]) : await listActiveKeys(db);
  const tags = rows
    .filter((row) => row.deletedAt === null)
    .map(
      (row): Tag => ({
        code: row.tag,
        keyNumber: row.keyNumber,
        keyName: row.keyName,
        home: homeText(row, campus.desks),
      }),
    )
    .sort((a, b) => compareNumbers(a.keyNumber, b.keyNumber));
  if (tags.length === 0) throw appError('KEY_NOT_FOUND');
  if (tags.length > maxTagsPerFile)
    throw appError('BAD_INPUT', {
      issue: inputText('too-many-tags', { most: numberText(maxTagsPerFile) }),
    });
  return printInThread(
    printScript,
    { content: { productName, publicUrl, tags }, extraFonts: pdfFonts },
    signal,
  );
}

/** The key's hook, and its desk if there are several. */
function homeText({ deskId, hook }: KeyRow, desks: readonly Desk[]): string {
  const several = desks.filter(({ retired }) => !retired).length > 1;
  const home = several ? desks.find(({ id }) => id === deskId) : undefined;
  return joinedText([hook ?? '', home?.name ?? ''].filter(Boolean));
}
