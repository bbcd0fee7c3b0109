import type { About } from '@keydesk/shared/about/about.routes';
import { Avatar } from '../../ui/avatar.tsx';

type Member = About['team'][number];

const places = [
  { name: 'github', label: 'GitHub' },
  { name: 'linkedin', label: 'LinkedIn' },
  { name: 'twitter', label: 'Twitter' },
] as const;

const SocialLinks = ({ name, socials = {} }: Partial<Member> & { name: string }) => {
  const links = places.flatMap((place) => {
    const href = socials[place.name];
    return href ? [{ ...place, href }] : [];
  });
  if (links.length === 0) return null;
  return (
    <ul className="mt-1.5 -mb-2 -ml-2 flex flex-wrap">
      {links.map(({ label, href }) => (
        <li key={label}>
          <a
            href={href}
            target="_blank"
            rel="noreferrer"
            aria-label={`${name} on ${label}`}
            className="inline-flex min-h-11 items-center rounded-control px-2 text-sm font-medium text-accent hover:bg-accent-soft"
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
};

/** One member of the team. */
export const TeamCard = ({ member }: { member: Member }) => (
  <article className="card flex h-full items-start gap-4 p-5">
    <Avatar name={member.name} src={member.avatar} />
    <div className="min-w-0">
      <h3 className="text-lg leading-6 font-semibold wrap-break-word">{member.name}</h3>
      <p className="mt-0.5 text-muted">{member.role}</p>
      <SocialLinks name={member.name} socials={member.socials} />
    </div>
  </article>
);
