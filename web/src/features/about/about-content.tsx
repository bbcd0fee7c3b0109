import type { About } from '@keydesk/shared/about/about.routes';
import { Card } from '../../ui/card.tsx';
import { TeamCard } from './team-card.tsx';

/** The project and the people behind it. */
export const AboutContent = ({ about: { project, team } }: { about: About }) => (
  <>
    <Card className="flex flex-col gap-5 sm:flex-row sm:items-center sm:gap-7 sm:p-7">
      <img src="/favicon.svg" alt="" className="size-16 shrink-0 sm:size-20" />
      <div className="min-w-0">
        <h2 className="text-2xl font-semibold tracking-tight">{project.title}</h2>
        <p className="mt-2 max-w-prose text-pretty text-muted">{project.description}</p>
      </div>
    </Card>
    {team.length > 0 && (
      <section aria-labelledby="team" className="mt-8">
        <h2 id="team" className="mb-3 text-lg font-semibold">
          Team
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
