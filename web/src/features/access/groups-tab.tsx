import type { AccessGroup, GroupMember } from '@keydesk/shared/access/rule-routes';
import { dayAfter, localDay } from '@keydesk/shared/due/calendar';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t as dueTexts } from '@keydesk/shared/texts/en/due';
import { t as fieldText } from '@keydesk/shared/texts/en/fields';
import { t } from '@keydesk/shared/texts/en/groups';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { CalendarClock, CalendarX, ChevronDown, Plus } from 'lucide-react';
import { useState } from 'react';
import { useNow } from '../../lib/clock.ts';
import { campusTimezone, formatDateTime } from '../../lib/format.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import type { ComboboxOption } from '../../ui/combobox-field.tsx';
import { EndDialog } from '../../ui/confirm-dialog.tsx';
import { EditDialog } from '../../ui/edit-dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { MoreMenu } from '../../ui/menu.tsx';
import { Card } from '../../ui/page.tsx';
import { PersonField } from '../../ui/pick-fields.tsx';
import { LoadMore, QueryState } from '../../ui/query-state.tsx';
import { PersonLink } from '../../ui/record-link.tsx';
import { groupsQuery, membersQuery, useEndMember, useSaveGroup, useSaveMember } from './queries.ts';
import { startOf } from './rule-draft.ts';

export function GroupsTab() {
  const groups = useQuery(groupsQuery);
  const [naming, setNaming] = useState<{ group: AccessGroup | null } | null>(null);
  const [editing, setEditing] = useState<MemberSubject | null>(null);
  const [ending, setEnding] = useState<Membership | null>(null);
  const endMember = useEndMember();
  if (!groups.data) return <QueryState query={groups} loading={t('loading-groups')} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="max-w-prose text-sm text-muted">{t('about')}</p>
        <Button onClick={() => setNaming({ group: null })}>
          <Plus aria-hidden className="size-4.5" />
          {t('add-group')}
        </Button>
      </div>
      {groups.data.length === 0 && <p className="text-muted">{t('no-groups')}</p>}
      {groups.data.map((group) => (
        <GroupCard
          key={group.id}
          group={group}
          opened={groups.data.length <= openedAtOnce}
          onRename={() => setNaming({ group })}
          onEdit={setEditing}
          onEnd={setEnding}
        />
      ))}
      <GroupDialog subject={naming} onClose={() => setNaming(null)} />
      <MemberDialog subject={editing} onClose={() => setEditing(null)} />
      <EndDialog
        subject={ending}
        title={t('end-membership')}
        toInput={({ group, member }) => ({ groupId: group.id, userId: member.user.id })}
        ending={endMember}
        onClose={() => setEnding(null)}
      >
        {({ group, member }) => (
          <>
            <p className="font-semibold wrap-anywhere">
              {t('member-in', { name: member.user.name, group: group.name })}
            </p>
            <p>{t('end-membership-effect', member.user)}</p>
          </>
        )}
      </EndDialog>
    </div>
  );
}

/** Above this many groups, members load one group at a time. */
const openedAtOnce = 10;

type Membership = { group: AccessGroup; member: GroupMember };

type GroupCardProps = {
  group: AccessGroup;
  opened: boolean;
  onRename: () => void;
  onEdit: (subject: MemberSubject) => void;
  onEnd: (subject: Membership) => void;
};

function GroupCard({ group, opened, onRename, onEdit, onEnd }: GroupCardProps) {
  const { id, name, memberCount } = group;
  const [open, setOpen] = useState(opened);
  return (
    <Card aria-labelledby={`group-${id}`}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2
          id={`group-${id}`}
          className="min-w-0 flex-1 basis-40 text-base font-semibold wrap-anywhere"
        >
          {name}
        </h2>
        <ActionButton
          variant="quiet"
          size="small"
          aria-label={t('rename-named', { name })}
          onClick={onRename}
        >
          {t('rename')}
        </ActionButton>
        <ActionButton
          variant="secondary"
          size="small"
          aria-label={t('add-member-to', { name })}
          onClick={() => onEdit({ group, member: null })}
        >
          {t('add-member')}
        </ActionButton>
      </div>
      {memberCount === 0 && <p className="py-3 text-muted">{t('nobody')}</p>}
      {memberCount > 0 && !opened && (
        <Button
          variant="quiet"
          size="small"
          className="-ms-3"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {t('members', { count: memberCount })}
          <span className="sr-only">{t('of', { name })}</span>
          <ChevronDown aria-hidden className={classNames('size-4', open && 'rotate-180')} />
        </Button>
      )}
      {memberCount > 0 && open && (
        <Members
          group={group}
          onEdit={(member) => onEdit({ group, member })}
          onEnd={(member) => onEnd({ group, member })}
        />
      )}
    </Card>
  );
}

type MembersProps = {
  group: AccessGroup;
  onEdit: (member: GroupMember) => void;
  onEnd: (member: GroupMember) => void;
};

function Members({ group: { id, name, memberCount }, onEdit, onEnd }: MembersProps) {
  const list = useInfiniteQuery(membersQuery(id));
  const members = list.data?.pages.flatMap((page) => page.members);
  if (!members) return <QueryState query={list} loading={<Skeleton className="mt-2 h-14" />} />;
  return (
    <>
      <ul aria-label={t('members-of', { name })} className="mt-2 divide-y divide-line">
        {members.map((member) => (
          <MemberRow
            key={member.user.id}
            member={member}
            onEdit={() => onEdit(member)}
            onEnd={() => onEnd(member)}
          />
        ))}
      </ul>
      <LoadMore list={list} wide>
        {actionText('show-more')}
        <span className="text-muted">
          {t('shown-of', { shown: members.length, count: memberCount })}
        </span>
      </LoadMore>
    </>
  );
}

type GroupDialogProps = {
  subject: { group: AccessGroup | null } | null;
  onClose: () => void;
};

export function GroupDialog({ subject, onClose }: GroupDialogProps) {
  return (
    <EditDialog
      subject={subject}
      onClose={onClose}
      texts={({ group }) => ({
        title: group ? t('rename-group') : t('add-group-title'),
        submitLabel: group ? t('rename') : t('add-group-title'),
      })}
      initial={({ group }) => ({ name: group?.name ?? '' })}
      errorsOf={({ name }) => (name.trim() === '' ? { name: t('name-missing') } : {})}
      toInput={({ name }, { group }) =>
        name.trim() === group?.name ? null : { group, name: name.trim() }
      }
      saving={useSaveGroup()}
      withCurrent={(_group, current: AccessGroup) => ({ group: current })}
    >
      {({ text }) => (
        <TextField
          {...text('name')}
          label={fieldText('name')}
          hint={t('name-hint')}
          maxLength={60}
          required
        />
      )}
    </EditDialog>
  );
}

type MemberSubject = { group: AccessGroup; member: GroupMember | null };

type MemberDialogProps = { subject: MemberSubject | null; onClose: () => void };

type Draft = { person: ComboboxOption | null; lastDay: string };

export function MemberDialog({ subject, onClose }: MemberDialogProps) {
  return (
    <EditDialog
      subject={subject}
      onClose={onClose}
      texts={({ group, member }) => ({
        title: member ? member.user.name : t('add-member-title'),
        description: group.name,
        submitLabel: member ? t('save') : t('add-member-title'),
      })}
      initial={({ member }): Draft => ({
        person: member && { id: member.user.id, label: member.user.name },
        lastDay: lastDayOf(member),
      })}
      errorsOf={({ person }) => (person ? {} : { person: t('person-missing') })}
      toInput={({ person, lastDay }, { group, member }, opened) => {
        if (!person || (member && lastDay === opened.lastDay)) return null;
        const validUntil = lastDay ? startOf(dayAfter(lastDay)) : undefined;
        return { groupId: group.id, userId: person.id, validUntil, version: member?.version };
      }}
      saving={useSaveMember()}
      withCurrent={({ group, member }, current: GroupMember) => ({
        group,
        member: member && { ...member, ...current },
      })}
    >
      {({ subject: { member }, text, field }) => (
        <>
          {!member && <PersonField {...field('person')} />}
          <TextField
            {...text('lastDay')}
            type="date"
            label={fieldText('last-day-optional')}
            hint={t('last-day-hint')}
          />
        </>
      )}
    </EditDialog>
  );
}

/** The last whole day of a membership; empty for one without an end. */
function lastDayOf(member: GroupMember | null): string {
  if (!member?.validUntil) return '';
  return localDay(new Date(Date.parse(member.validUntil) - 1), { timezone: campusTimezone.get() });
}

type MemberRowProps = { member: GroupMember; onEdit: () => void; onEnd: () => void };

function MemberRow({ member, onEdit, onEnd }: MemberRowProps) {
  const { user, validUntil } = member;
  const now = useNow();
  const expired = validUntil !== null && Date.parse(validUntil) <= now;
  return (
    <li className="flex items-center gap-x-3 py-1">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          <PersonLink id={user.id}>{user.name}</PersonLink>
        </p>
        {validUntil === null ? (
          <p className="text-sm text-muted">{t('without-an-end')}</p>
        ) : expired ? (
          <p className="flex items-start gap-1.5 text-sm font-semibold text-out">
            <CalendarX aria-hidden className="mt-0.5 size-4 shrink-0" />
            {t('expired', { when: formatDateTime(validUntil) })}
          </p>
        ) : (
          <p className="text-sm text-muted">
            {dueTexts('until', { when: formatDateTime(validUntil) })}
          </p>
        )}
      </div>
      <MoreMenu
        label={actionText('more-of', { title: user.name })}
        entries={[
          {
            label: expired ? actionText('renew') : t('change-end'),
            icon: <CalendarClock />,
            onSelect: onEdit,
          },
          { label: t('end-membership'), icon: <CalendarX />, onSelect: onEnd },
        ]}
      />
    </li>
  );
}
