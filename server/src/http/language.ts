import { AsyncLocalStorage } from 'node:async_hooks';
import { addLanguages } from '@keydesk/shared/texts/add-languages';
import { firstKnown } from '@keydesk/shared/texts/known-languages';
import { speakFrom } from '@keydesk/shared/texts/translator';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isForApi } from './request-log.ts';

const current = new AsyncLocalStorage<string>();

/** Makes all texts of this work in one language. */
export function inLanguage<T>(language: string, work: () => T): T {
  return current.run(language, work);
}

/** For a person who chose a language; else in the current one. */
export function inLanguageOf<T>({ language }: { language: string | null }, work: () => T): T {
  return language === null ? work() : inLanguage(language, work);
}

/** Answers each request in its language (`language-of-reader`). Add it before other hooks. */
export async function answerInLanguage(app: FastifyInstance): Promise<void> {
  await addLanguages();
  speakFrom(() => current.getStore() ?? 'en');
  app.addHook('onRequest', (request, reply, done) => {
    const language = languageOf(request);
    if (isForApi(request)) reply.header('content-language', language);
    inLanguage(language, done);
  });
}

/** The first known of Accept-Language, by their weights; else English. */
export function languageOf({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const accepted = headers['accept-language'];
  if (!accepted) return 'en';
  const weighed = accepted.split(',').map((part) => {
    const [tag = '', ...options] = part.split(';').map((text) => text.trim());
    const weight = options.find((option) => option.startsWith('q='))?.slice(2);
    return { tag, weight: weight === undefined ? 1 : Number(weight) };
  });
  const wanted = weighed
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight);
  return firstKnown(wanted.map(({ tag }) => tag)) ?? 'en';
}
