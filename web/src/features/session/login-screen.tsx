import { defaultSignInName } from '@keydesk/shared/core/sign-in-error';
import { t } from '@keydesk/shared/texts/en/login';
import { listLanguages } from '@keydesk/shared/texts/known-languages';
import { spokenLanguage } from '@keydesk/shared/texts/translator';
import { CircleAlert, CircleCheck, Clock, ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { buttonClassName } from '../../ui/button.tsx';
import { Spinner } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { LoneCard } from '../../ui/page.tsx';

/**
 * The build also renders this into `login.html`, so that it paints before any script. The button is a
 * real link, so it works before and without one.
 */
export function LoginScreen(props: LoginScreenProps) {
  const { productName, signInName, success, error, signedOut = [], onLanguage } = props;
  const [redirecting, setRedirecting] = useState(false);
  useEffect(() => {
    // Back from the provider restores this page from the browser's cache.
    const onShow = () => setRedirecting(false);
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
  return (
    <LoneCard title={t('welcome-to', { productName })}>
      <p className="mt-2 text-balance text-muted">{t('sign-in-with', { signInName })}</p>
      {success && !error && (
        <Notice tone="success" icon={<CircleCheck />} className="mt-6 text-start">
          {success}
        </Notice>
      )}
      {signedOut.length > 0 && !success && (
        <Notice tone="warning" icon={<Clock />} className="mt-6 text-start">
          {signedOut.map((text) => (
            <p key={text} className="not-first:mt-1.5">
              {text}
            </p>
          ))}
        </Notice>
      )}
      {error && (
        <Notice tone="error" icon={<CircleAlert />} className="mt-6 text-start">
          {error}
        </Notice>
      )}
      <a
        href="/api/auth/google"
        aria-disabled={redirecting || undefined}
        onClick={() => setRedirecting(true)}
        className={buttonClassName('secondary', 'large', 'mt-7 w-full')}
      >
        {redirecting ? <Spinner /> : <ProviderMark signInName={signInName} />}
        {redirecting ? t('redirecting-to', { signInName }) : t('continue-with', { signInName })}
      </a>
      <p className="mt-7 flex items-center justify-center gap-2 text-sm text-muted">
        <ShieldCheck aria-hidden className="size-4 shrink-0" />
        {t('secure-access', { signInName })}
      </p>
      {languages.length > 1 && <LanguageLinks onChoose={onLanguage} />}
    </LoneCard>
  );
}

const languages = listLanguages();

function LanguageLinks({ onChoose }: { onChoose: LoginScreenProps['onLanguage'] }) {
  return (
    <ul
      aria-label={t('language')}
      className="mt-5 -mb-4 flex flex-wrap justify-center border-t border-line pt-3 font-language-names text-sm"
    >
      {languages.map(({ code, name, direction }) => (
        <li key={code}>
          <button
            type="button"
            lang={code}
            dir={direction}
            aria-current={code === spokenLanguage() || undefined}
            onClick={() => onChoose?.(code)}
            className="min-h-11 min-w-11 rounded-control px-2.5 text-muted hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink"
          >
            {name}
          </button>
        </li>
      ))}
    </ul>
  );
}

type LoginScreenProps = {
  productName: string;
  signInName: string;
  success: string | null;
  error: string | null;
  signedOut?: readonly string[];
  onLanguage?: (code: string) => void;
};

/** Google's four-colour G, as its sign-in guidelines require; null for other providers. */
export function ProviderMark({ signInName }: { signInName: string }) {
  if (signInName !== defaultSignInName) return null;
  return (
    <svg viewBox="0 0 24 24" className="size-5" aria-hidden="true" data-google-mark>
      <path
        fill="#4285F4"
        d="M22.56 12.25c0-.78-.07-1.53-.2-2.25H12v4.26h5.92a5.06 5.06 0 0 1-2.2 3.32v2.77h3.57c2.08-1.92 3.27-4.74 3.27-8.1z"
      />
      <path
        fill="#34A853"
        d="M12 23c2.97 0 5.46-.98 7.28-2.66l-3.57-2.77c-.98.66-2.23 1.06-3.71 1.06-2.86 0-5.29-1.93-6.16-4.53H2.18v2.84A11 11 0 0 0 12 23z"
      />
      <path
        fill="#FBBC05"
        d="M5.84 14.1a6.6 6.6 0 0 1 0-4.2V7.06H2.18a11 11 0 0 0 0 9.88l3.66-2.84z"
      />
      <path
        fill="#EA4335"
        d="M12 5.38c1.62 0 3.06.56 4.21 1.64l3.15-3.15A11 11 0 0 0 2.18 7.06L5.84 9.9C6.71 7.31 9.14 5.38 12 5.38z"
      />
    </svg>
  );
}
