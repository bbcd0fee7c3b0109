import { type NamedRule, withoutNames } from '@keydesk/shared/access/access-rule';
import { concerns, decideAccess } from '@keydesk/shared/access/decide-access';
import type { NewAccessRule } from '@keydesk/shared/access/rule-routes';
import { isInWindow, localMoments } from '@keydesk/shared/access/rule-window';
import type { Connection } from '../../platform/db/client.ts';
import { iterateYielding } from '../../platform/event-loop.ts';
import { readAllRules } from './person-access.ts';
import { columnsOf } from './rule-queries.ts';
import { requireKnownRule } from './rules.ts';
import { readPastHandOuts } from './simulate-queries.ts';

type Simulation = { handOuts: number; refused: number; needApproval: number };

type SimulationDeps = { db: Connection; timezone: string; signal: AbortSignal };

/**
 * What a rule would have changed in the hand-outs of the last 30 days: each is judged at its own
 * moment, with everything else as it is now.
 * @throws UNKNOWN_ENTRY, KEY_NOT_FOUND, PERSON_NOT_FOUND, GROUP_NOT_FOUND
 */
export async function simulateRule(
  { db, timezone, signal }: SimulationDeps,
  rule: NewAccessRule,
): Promise<Simulation> {
  await requireKnownRule(db, rule);
  const candidate = candidateOf(rule);
  const [rules, handOuts] = await Promise.all([readAllRules(db), readPastHandOuts(db)]);
  const localMomentOf = localMoments(timezone);
  const result = { handOuts: handOuts.length, refused: 0, needApproval: 0 };
  for await (const handOut of iterateYielding(handOuts, signal)) {
    const facts = { ...handOut, timezone, rules: [] };
    const now = localMomentOf(facts.at);
    // Rules that do not apply change no outcome.
    const applies = (rule: NamedRule) => concerns(rule, facts) && isInWindow(rule, now);
    if (!applies(candidate)) continue;
    const applying = rules.filter(applies);
    const before = decideAccess({ ...facts, rules: applying }, now);
    const after = decideAccess({ ...facts, rules: [...applying, candidate] }, now);
    if (after.outcome === before.outcome) continue;
    if (after.outcome === 'refused') result.refused += 1;
    else if (before.outcome === 'allowed') result.needApproval += 1;
  }
  return result;
}

/** A rule that is not stored, as if it had always been valid. */
function candidateOf(rule: NewAccessRule): NamedRule {
  return withoutNames({ ...columnsOf(rule), id: '', validFrom: null, validUntil: null });
}
