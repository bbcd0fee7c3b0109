import { api } from '@keydesk/shared/api';
import { t as answer } from '@keydesk/shared/texts/en/answers';
import type { ActionLimits } from '../../core/action-limits.ts';
import type { Publisher } from '../../core/live/publisher.ts';
import type { AddRoutes } from '../../http/define-route.ts';
import { addCard, endCards, type HashCard } from './cards.ts';
import { findPersonByCard, searchPeople } from './search.ts';
import { type NameDeps, nameRulesOf } from './users.ts';
import { enterVisitor } from './visitors.ts';

export const addPeopleRoutes: AddRoutes<PeopleDeps> = (serve, deps) => {
  const { db, actionLimits, hashCard, publisher, timezone } = deps;

  serve(api.searchPeople, async ({ query }) => ({
    data: { people: await searchPeople(db, query.search) },
  }));
  serve(api.findPersonByCard, async ({ body, principal }) => {
    await actionLimits.count('read-card', principal.sessionId);
    return { data: { person: await findPersonByCard(db, await hashCard(body.cardText)) } };
  });
  serve(api.addPersonCard, async ({ params, body, principal }) => {
    // The refusal also reveals whether a card is known, so it is limited, too.
    await actionLimits.count('read-card', principal.sessionId);
    const cardHash = await hashCard(body.cardText);
    const card = { personId: params.id, cardHash, label: body.label ?? null };
    return {
      message: answer('card-added'),
      data: { card: await addCard(deps, principal.user, card) },
    };
  });
  serve(api.endPersonCards, async ({ params, principal }) => {
    const cards = await endCards(deps, principal.user, params.id);
    return { message: answer('cards-removed', { count: cards }) };
  });
  serve(api.enterVisitor, async ({ body, principal }) => {
    const visiting = { db, publisher, actionLimits, timezone, rules: nameRulesOf(deps) };
    const atDesk = { desk: principal.user, place: principal.desk?.desk ?? null };
    const { person, message } = await enterVisitor(visiting, atDesk, body);
    return { message, data: { person } };
  });
};

type PeopleDeps = NameDeps & {
  publisher: Publisher;
  actionLimits: ActionLimits;
  hashCard: HashCard;
  timezone: () => string;
};
