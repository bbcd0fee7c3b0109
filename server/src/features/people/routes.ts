import { api } from '@keydesk/shared/api';
import { t as answer } from '@keydesk/shared/texts/en/answers';
import type { ActionLimits } from '../../core/action-limits.ts';
import type { Publisher } from '../../core/live/publisher.ts';
import type { AddRoutes } from '../../http/define-route.ts';
import { defineRoute, success } from '../../http/define-route.ts';
import { addCard, createCardHash, endCards } from './cards.ts';
import { findPersonByCard, searchPeople } from './search.ts';
import { type NameDeps, nameRulesOf } from './users.ts';
import { enterVisitor } from './visitors.ts';

export const addPeopleRoutes: AddRoutes<PeopleDeps> = (app, deps) => {
  const { db, actionLimits, publisher, routes, timezone } = deps;
  const hashCard = createCardHash(db);
  // Creates the secret before the first card is read, so that reading one changes nothing.
  app.addHook('onReady', async () => {
    await hashCard('').catch((error: unknown) => app.log.warn({ err: error }, 'card secret'));
  });

  defineRoute(app, routes, api.searchPeople, async ({ query }) =>
    success({ data: { people: await searchPeople(db, query.search) } }),
  );
  defineRoute(app, routes, api.findPersonByCard, async ({ body, principal }) => {
    await actionLimits.count('read-card', principal.sessionId);
    return success({ data: { person: await findPersonByCard(db, await hashCard(body.cardText)) } });
  });
  defineRoute(app, routes, api.addPersonCard, async ({ params, body, principal }) => {
    // The refusal also reveals whether a card is known, so it is limited, too.
    await actionLimits.count('read-card', principal.sessionId);
    const cardHash = await hashCard(body.cardText);
    const card = { personId: params.id, cardHash, label: body.label ?? null };
    return success({
      message: answer('card-added'),
      data: { card: await addCard(deps, principal.user, card) },
    });
  });
  defineRoute(app, routes, api.endPersonCards, async ({ params, principal }) => {
    const cards = await endCards(deps, principal.user, params.id);
    return success({ message: answer('cards-removed', { count: cards }) });
  });
  defineRoute(app, routes, api.enterVisitor, async ({ body, principal }) => {
    const visiting = { db, publisher, actionLimits, timezone, rules: nameRulesOf(deps) };
    const atDesk = { desk: principal.user, place: principal.desk?.desk ?? null };
    const { person, message } = await enterVisitor(visiting, atDesk, body);
    return success({ message, data: { person } });
  });
};

type PeopleDeps = NameDeps & {
  publisher: Publisher;
  actionLimits: ActionLimits;
  timezone: () => string;
};
