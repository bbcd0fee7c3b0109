import type { About } from '@keydesk/shared/administration/installation';
import { friendlyMessage } from '@keydesk/shared/core/client-errors';
import { minuteMs } from '@keydesk/shared/core/dates';
import { t } from '@keydesk/shared/texts/en/about';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, urlFor } from '../../lib/api.ts';
import { useConfig } from '../../lib/config.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Card, PageHeader } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';

export function AboutContent({ about: { project, team } }: { about: About }) {
  return (
    <>
      <Card className="flex flex-col gap-5 sm:flex-row sm:items-center sm:gap-7 sm:p-7">
        <img src="/favicon.svg" alt="" className="size-16 shrink-0 sm:size-20" />
        <div className="min-w-0">
          <h2 className="text-2xl font-semibold tracking-tight">{project.title}</h2>
          <p dir="auto" className="mt-2 max-w-prose text-pretty text-muted">
            {project.description}
          </p>
        </div>
      </Card>
      {team.length > 0 && (
        <section aria-labelledby="team" className="mt-8">
          <h2 id="team" className="mb-3 text-xl font-semibold">
            {t('team')}
          </h2>
          <ul className="grid gap-3 sm:grid-cols-2 sm:gap-4 xl:grid-cols-3">
            {team.map((member) => (
              <li key={member.name}>
                <TeamCard member={member} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

type Member = About['team'][number];

const socialSites: readonly { name: 'github' | 'linkedin' | 'twitter'; label: string }[] = [
  { name: 'github', label: 'GitHub' },
  { name: 'linkedin', label: 'LinkedIn' },
  { name: 'twitter', label: 'Twitter' },
];

export function TeamCard({ member }: { member: Member }) {
  return (
    <article className="card flex h-full items-start gap-4 p-5">
      <Avatar name={member.name} src={member.avatar} />
      <div className="min-w-0">
        <h3 className="text-xl leading-6 font-semibold wrap-break-word">{member.name}</h3>
        <p className="mt-0.5 text-muted">{member.role}</p>
        <SocialLinks name={member.name} socials={member.socials} />
      </div>
    </article>
  );
}

function SocialLinks({ name, socials = {} }: Partial<Member> & { name: string }) {
  const links = socialSites.flatMap((site) => {
    const href = socials[site.name];
    return href ? [{ ...site, href }] : [];
  });
  if (links.length === 0) return null;
  return (
    <ul className="mt-1.5 -mb-2 -ms-2 flex flex-wrap">
      {links.map(({ label, href }) => (
        <li key={label}>
          <a
            href={href}
            target="_blank"
            rel="noreferrer"
            aria-label={t('name-on', { name, site: label })}
            className="inline-flex min-h-11 items-center rounded-control px-2 text-sm font-semibold text-accent hover:bg-accent-soft"
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

export function AboutPage() {
  const about = useQuery(aboutQuery);
  const version = useConfig()?.version;
  return (
    <>
      <PageHeader title={t('about-us')} />
      <QueryState query={about} frame="card" />
      {about.data && <AboutContent about={about.data} />}
      {version && (
        <p className="mt-8 text-sm text-muted tabular-nums">
          {t('version', { version })}
          <a
            href="/licences.txt"
            className="ms-4 inline-flex min-h-11 items-center font-semibold text-accent underline"
          >
            {t('licences')}
          </a>
        </p>
      )}
    </>
  );
}

const aboutQuery = queryOptions({
  queryKey: ['about'],
  queryFn: ({ signal }) => fetchAbout(signal),
  staleTime: 5 * minuteMs,
});

async function fetchAbout(signal: AbortSignal): Promise<About> {
  // A public route, so no credentials are sent.
  const address = urlFor(api.getAbout.path);
  const response = await fetch(address, { credentials: 'omit', signal }).catch((cause: unknown) => {
    throw signal.aborted ? cause : new Error(friendlyMessage('Network Error'));
  });
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new Error(failureText(response.status, answer));
  return answer as About;
}

export function failureText(status: number, answer: unknown): string {
  if (status === 404) return t('not-found');
  const said = (answer as { message?: unknown } | null)?.message;
  return typeof said === 'string' && said ? friendlyMessage(said) : t('server-error', { status });
}
