import { decideAccess, denyingRule, isByGrantAlone } from '@keydesk/shared/access/decide-access';
import {
  accessRefusal,
  overrideRefusal,
  type RefusedAccess,
} from '@keydesk/shared/access/refused-access';
import type { RuleVerdict } from '@keydesk/shared/handovers/rule-verdict';
import type { GatheredAccess } from '../access/index.ts';
import { type KeyRow, presentSpot } from '../keys/index.ts';

/** By what right a key leaves: by a grant that loses a use, or against a verdict for a reason. */
export type Right = {
  grantId: string | null;
  override: { verdict: RuleVerdict; ruleId: string | undefined; reason: string } | null;
};

type Receiver = { id: string; name: string };

/**
 * Enforces `access-verdict`, which the desk may `override` with a reason.
 * @throws ACCESS_REFUSED, APPROVAL_NEEDED; NO_OVERRIDE, OWN_OVERRIDE. Without facts it fails.
 */
export function requireAccess(
  access: GatheredAccess | null,
  { key, holder }: { key: KeyRow; holder: Receiver },
  atDesk?: { desk: { id: string }; overrideReason: string | undefined },
): Right {
  if (!access) throw new Error('Nothing is known about who may take this key');
  const verdict = decideAccess(access.facts);
  if (verdict.outcome === 'allowed')
    return { grantId: isByGrantAlone(access.facts) ? access.grantId : null, override: null };
  const refused = accessRefusal(verdict, key, holder);
  if (!atDesk) throw refused;
  const { desk, overrideReason: reason } = atDesk;
  const cannot = overrideRefusal(verdict, key, { holder, desk });
  if (cannot) throw reason ? cannot : refused;
  if (reason) {
    const ruleId = denyingRule(access.facts)?.id;
    return { grantId: null, override: { verdict, ruleId, reason } };
  }
  throw refused.withDetails({
    ...(refused.details as RefusedAccess),
    mayOverride: true,
    spot: presentSpot(key),
  });
}
