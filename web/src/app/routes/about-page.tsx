import { useQuery } from '@tanstack/react-query';
import { aboutQuery } from '../../features/about/about.queries.ts';
import { AboutContent } from '../../features/about/about-content.tsx';
import { messageOf } from '../../lib/api-error.ts';
import { useConfig } from '../../lib/config.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading } from '../../ui/loading.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

/** The version of this application (spec §9), for when the server has not named its own. */
const appVersion = '1.0.0';

/** About Us. */
export const AboutPage = () => {
  const about = useQuery(aboutQuery);
  const version = useConfig()?.version ?? appVersion;
  return (
    <>
      <PageHeader title="About Us" />
      {about.isPending && <Loading />}
      {about.error && !about.data && (
        <div className="card">
          <ErrorState message={messageOf(about.error)} onRetry={() => void about.refetch()} />
        </div>
      )}
      {about.data && <AboutContent about={about.data} />}
      <p className="mt-8 text-sm text-muted tabular-nums">Version {version}</p>
    </>
  );
};
