import { t } from '@keydesk/shared/texts/en/rules';
import type { UseMutationResult } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ComponentType, type ReactNode, useState } from 'react';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EndDialog } from '../../ui/confirm-dialog.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { TitledCard } from '../../ui/page.tsx';
import { LinkedText, type NamedRecord } from '../../ui/record-link.tsx';

type RulesCardProps<Rule> = {
  about: string;
  rules: readonly Rule[];
  rowOf: (rule: Rule) => RuleRowProps;
  rest: string | null;
  Form: ComponentType<{ open: boolean; onClose: () => void }>;
  ending: Pick<
    UseMutationResult<unknown, Error, string>,
    'mutate' | 'reset' | 'isPending' | 'error'
  >;
  endText: (rule: Rule) => string;
};

export function RulesCard<Rule extends { id: string; note: string }>(props: RulesCardProps<Rule>) {
  const { rules, rowOf, rest, Form } = props;
  const [adding, setAdding] = useState(false);
  const [endedId, setEndedId] = useState<string | null>(null);
  return (
    <TitledCard
      title={t('rules')}
      action={
        <Button onClick={() => setAdding(true)}>
          <Plus aria-hidden className="size-4.5" />
          {t('add-rule')}
        </Button>
      }
    >
      <p className="mt-2 max-w-prose text-sm text-muted">{props.about}</p>
      <ul aria-label={t('rules')} className="mt-2 divide-y divide-line">
        {rules.map((rule) => (
          <RuleRow
            key={rule.id}
            note={rule.note}
            {...rowOf(rule)}
            onEnd={() => setEndedId(rule.id)}
          />
        ))}
        {rest && <li className="py-3 text-muted">{rest}</li>}
      </ul>
      <Form open={adding} onClose={() => setAdding(false)} />
      <EndDialog
        subject={rules.find(({ id }) => id === endedId) ?? null}
        title={t('end-rule')}
        toInput={({ id }) => id}
        ending={props.ending}
        onClose={() => setEndedId(null)}
      >
        {(rule) => (
          <>
            <p className="font-semibold wrap-anywhere">{rowOf(rule).text}</p>
            <p>{props.endText(rule)}</p>
          </>
        )}
      </EndDialog>
    </TitledCard>
  );
}

type RuleRowProps = {
  text: string;
  names: readonly NamedRecord[];
  /** Why the rule has no effect; null if it has one. */
  idle: ReactNode;
  /** Another rule overrides it. */
  replaced?: boolean;
  since: ReactNode;
};

function RuleRow(props: RuleRowProps & { note: string; onEnd: () => void }) {
  const { text, names, idle, replaced } = props;
  return (
    <li className="flex flex-wrap items-start gap-x-3 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p
          className={classNames(
            'wrap-anywhere',
            idle ? 'text-muted' : 'font-semibold',
            replaced && 'line-through',
          )}
        >
          <LinkedText text={text} names={names} />
        </p>
        {idle && <p className="flex items-start gap-1.5 text-sm text-out">{idle}</p>}
        <p className="text-sm text-muted wrap-anywhere">
          <Dotted>
            {props.note}
            {props.since}
          </Dotted>
        </p>
      </div>
      <ActionButton
        variant="quiet"
        size="small"
        aria-label={t('end-named', { text })}
        onClick={props.onEnd}
        className="ms-auto"
      >
        {t('end')}
      </ActionButton>
    </li>
  );
}
