import { CircleAlert, CircleCheck, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { buttonLook } from '../../ui/button-look.ts';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { GoogleMark } from './google-mark.tsx';

export type LoginCardProps = { productName: string; success: string | null; error: string | null };

/** The sign-in card. The button is a real link, so it works before and without any script. */
export const LoginCard = ({ productName, success, error }: LoginCardProps) => {
  const [redirecting, setRedirecting] = useState(false);
  return (
    <section className="card w-full max-w-md px-6 py-9 text-center sm:px-10 sm:py-11">
      <img src="/favicon.svg" alt="" className="mx-auto size-14" />
      <h1 className="mt-6 text-2xl font-semibold tracking-tight">Welcome to {productName}</h1>
      <p className="mt-2 text-balance text-muted">Sign in with your Google account to continue</p>
      {success && !error && (
        <Notice tone="success" icon={<CircleCheck />} className="mt-6 text-left">
          {success}
        </Notice>
      )}
      {error && (
        <Notice tone="error" icon={<CircleAlert />} className="mt-6 text-left">
          {error}
        </Notice>
      )}
      <a
        href="/api/auth/google"
        aria-disabled={redirecting || undefined}
        onClick={() => setRedirecting(true)}
        className={buttonLook('secondary', 'large', 'mt-7 w-full')}
      >
        {redirecting ? <Spinner /> : <GoogleMark />}
        {redirecting ? 'Redirecting to Google...' : 'Continue with Google'}
      </a>
      <p className="mt-7 flex items-center justify-center gap-2 text-sm text-muted">
        <ShieldCheck aria-hidden className="size-4 shrink-0" />
        Secure access with Google authentication
      </p>
    </section>
  );
};
