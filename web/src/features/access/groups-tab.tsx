import type { AccessGroup, GroupMember } from '@keydesk/shared/access/group-routes';
import { plural } from '@keydesk/shared/plural';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ChevronDown, Plus } from 'lucide-react';
import { useState } from 'react';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EndDialog } from '../../ui/confirm-dialog.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { Card } from '../../ui/page.tsx';
import { LoadMore, QueryState } from '../../ui/query-state.tsx';
import { EndText } from './end-text.tsx';
import { GroupDialog } from './group-dialog.tsx';
import { MemberDialog, type MemberSubject } from './member-dialog.tsx';
import { MemberRow } from './member-row.tsx';
import { groupsQuery, membersQuery, useEndMember } from './queries.ts';

/** The groups that rules name, with their members and until when they are. */
export function GroupsTab() {
  const groups = useQuery(groupsQuery);
  const [naming, setNaming] = useState<{ group: AccessGroup | null } | null>(null);
  const [editing, setEditing] = useState<MemberSubject | null>(null);
  const [ending, setEnding] = useState<Membership | null>(null);
  if (!groups.data) return <QueryState query={groups} loading="Loading groups..." />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="max-w-prose text-sm text-muted">
          People whom a rule names together, such as those who were trained. A membership may have
          an end.
        </p>
        <Button onClick={() => setNaming({ group: null })}>
          <Plus aria-hidden className="size-4.5" />
          Add group
        </Button>
      </div>
      {groups.data.length === 0 && <p className="text-muted">There are no groups yet.</p>}
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
      <EndMembership subject={ending} onClose={() => setEnding(null)} />
    </div>
  );
}

/** The members of more groups than these are read one group at a time. */
const openedAtOnce = 10;

type Membership = { group: AccessGroup; member: GroupMember };

type GroupCardProps = {
  group: AccessGroup;
  /** Whether its members are shown from the start. */
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
        <h2 id={`group-${id}`} className="min-w-0 flex-1 text-base font-semibold wrap-anywhere">
          {name}
        </h2>
        <ActionButton variant="quiet" size="small" aria-label={`Rename ${name}`} onClick={onRename}>
          Rename
        </ActionButton>
        <ActionButton
          variant="secondary"
          size="small"
          aria-label={`Add member to ${name}`}
          onClick={() => onEdit({ group, member: null })}
        >
          Add member
        </ActionButton>
      </div>
      {memberCount === 0 && <p className="py-3 text-muted">Nobody is in it.</p>}
      {memberCount > 0 && !opened && (
        <Button
          variant="quiet"
          size="small"
          className="-ml-3"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {plural(memberCount, 'member')}
          <span className="sr-only">of {name}</span>
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

/** The members of a group, the first of many at first. */
function Members({ group: { id, name, memberCount }, onEdit, onEnd }: MembersProps) {
  const list = useInfiniteQuery(membersQuery(id));
  const members = list.data?.pages.flatMap((page) => page.members);
  if (!members) return <QueryState query={list} loading={<Skeleton className="mt-2 h-14" />} />;
  return (
    <>
      <ul aria-label={`Members of ${name}`} className="mt-2 divide-y divide-line">
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
        Show more
        <span className="text-muted">
          {members.length} of {memberCount}
        </span>
      </LoadMore>
    </>
  );
}

type EndMembershipProps = { subject: Membership | null; onClose: () => void };

function EndMembership({ subject, onClose }: EndMembershipProps) {
  return (
    <EndDialog
      subject={subject}
      title="End Membership"
      toInput={({ group, member }) => ({ groupId: group.id, userId: member.user.id })}
      ending={useEndMember()}
      onClose={onClose}
    >
      {({ group, member }) => <EndText ended={`${member.user.name} in ${group.name}`} letsTake />}
    </EndDialog>
  );
}
