import { t } from '@keydesk/shared/texts/en/settings-pages';
import { Link, Navigate, Outlet } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useMediaQuery } from '../../lib/hooks.ts';
import { classNames } from '../../ui/class-names.ts';
import { PageHeader } from '../../ui/page.tsx';

/** One page of the settings, beside their list where there is room. */
export function SettingsLayout() {
  return (
    <div className="@container print:block">
      <Link
        to="/dashboard/admin/settings"
        className="-mt-2 mb-1 inline-flex min-h-11 items-center gap-1 text-sm font-semibold text-accent @4xl:hidden print:hidden"
      >
        <ChevronLeft aria-hidden className="size-4" />
        {t('settings')}
      </Link>
      <div className="items-start gap-8 @4xl:grid @4xl:grid-cols-[12rem_minmax(0,1fr)] print:block!">
        <SettingsNav
          className="sticky top-20 -ms-3 hidden @4xl:flex print:hidden!"
          linkClassName={besideClassName}
        />
        <div className="min-w-0">
          <Outlet />
        </div>
      </div>
    </div>
  );
}

/** The list of all settings; where it is beside each of them, the first one opens. */
export function SettingsPage() {
  if (useMediaQuery('(min-width: 76rem)'))
    return <Navigate to="/dashboard/admin/security" replace />;
  return (
    <>
      <PageHeader title={t('settings')} />
      <SettingsNav className="card flex divide-y divide-line" linkClassName={rowClassName} />
    </>
  );
}

const besideClassName =
  'flex min-h-10 items-center rounded-control px-3 text-sm text-muted hover:bg-sunken hover:text-ink data-[status=active]:bg-accent-soft data-[status=active]:font-semibold data-[status=active]:text-accent [&_svg]:hidden';
const rowClassName = 'flex min-h-14 items-center justify-between gap-3 px-4 [&_svg]:text-muted';

type SettingsNavProps = { className: string; linkClassName: string };

function SettingsNav({ className, linkClassName }: SettingsNavProps) {
  return (
    <nav aria-label={t('settings')} className={classNames('flex-col', className)}>
      {settings().map(({ label, ...address }) => (
        <Link key={label} {...address} className={linkClassName}>
          {label}
          <ChevronRight aria-hidden className="size-4.5 shrink-0" />
        </Link>
      ))}
    </nav>
  );
}

function settings() {
  const campus = '/dashboard/admin/campus/$part' as const;
  return [
    { to: '/dashboard/admin/security' as const, label: t('security') },
    { to: '/dashboard/admin/access' as const, label: t('access') },
    { to: campus, params: { part: 'lists' }, label: t('lists') },
    { to: campus, params: { part: 'desks' }, label: t('desks') },
    { to: campus, params: { part: 'opening' }, label: t('opening') },
    { to: campus, params: { part: 'due' }, label: t('due') },
    { to: '/dashboard/admin/system' as const, label: t('system') },
  ];
}
