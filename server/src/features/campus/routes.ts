import { api } from '@keydesk/shared/api';
import type { CampusList } from '@keydesk/shared/campus/campus';
import type { EntryChanges, EntryUsage, NewEntry } from '@keydesk/shared/campus/routes';
import type { Connection } from '../../platform/db/client.ts';
import type { AddRoutes } from '../../platform/http/define-route.ts';
import { defineRoute, success } from '../../platform/http/define-route.ts';
import { answeredNotModified } from '../../platform/http/entity-tag.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import { addEntry, changeEntry } from './change-lists.ts';
import type { CurrentCampus } from './current-campus.ts';
import { countUsage, readCampus } from './queries.ts';

/** The routes of the campus: what it consists of, and an admin's changes of its lists. */
export const addCampusRoutes: AddRoutes<{ campus: CurrentCampus; publisher: Publisher }> = (
  app,
  deps,
) => {
  const { campus, db, routes } = deps;

  defineRoute(app, routes, api.getCampus, async ({ request, reply }) => {
    const data = campus.current();
    return answeredNotModified(request, reply, `"${data.version}"`) ?? success({ data });
  });
  defineRoute(app, routes, api.campusUsage, async () => success({ data: await usageByList(db) }));

  const adding =
    (list: CampusList) =>
    async ({ body, principal }: { body: NewEntry; principal: Principal }) =>
      success({
        message: `${body.label} added`,
        data: await addEntry(deps, principal.user, list, body),
      });
  defineRoute(app, routes, api.addDepartment, adding('departments'));
  defineRoute(app, routes, api.addBlock, adding('blocks'));
  defineRoute(app, routes, api.addCategory, adding('categories'));

  const changing =
    (list: CampusList) =>
    async ({ params, body, principal }: ChangeCall) =>
      success({
        message: changeMessage(params.code, body),
        data: await changeEntry(deps, principal.user, list, params.code, body),
      });
  const storedIn =
    (list: CampusList) =>
    async ({ params }: Pick<ChangeCall, 'params'>) =>
      (await readCampus(db))[list].find(({ code }) => code === params.code);
  defineRoute(app, routes, api.changeDepartment, changing('departments'), storedIn('departments'));
  defineRoute(app, routes, api.changeBlock, changing('blocks'), storedIn('blocks'));
  defineRoute(app, routes, api.changeCategory, changing('categories'), storedIn('categories'));
};

function changeMessage(code: string, { retired }: EntryChanges): string {
  if (retired === undefined) return 'Saved';
  return retired ? `${code} is retired` : `${code} is offered again`;
}

type ChangeCall = { params: { code: string }; body: EntryChanges; principal: Principal };

/** How many keys and people each entry has, by list and code. */
async function usageByList(db: Connection): Promise<Record<CampusList, UsageByCode>> {
  const usage: Record<CampusList, UsageByCode> = { departments: {}, blocks: {}, categories: {} };
  for (const { list, code, keys, people, headName } of await countUsage(db))
    usage[list][code] = { keys, people, ...(headName && { headName }) };
  return usage;
}

type UsageByCode = Record<string, EntryUsage>;
