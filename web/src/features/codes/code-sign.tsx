import type { ReactNode } from 'react';

type CodeSignProps = {
  tone: 'done' | 'expired' | 'error';
  icon: ReactNode;
  title: string;
  text?: string;
};

const looks = {
  done: 'bg-available-soft text-available',
  expired: 'bg-out-soft text-out',
  error: 'bg-danger-soft text-danger',
};

/** What became of a code, in the middle of whatever it stands in. */
export const CodeSign = ({ tone, icon, title, text }: CodeSignProps) => (
  <div className="absolute inset-0 grid animate-fade-in place-content-center justify-items-center gap-1 p-6 text-center">
    <span
      className={`mb-3 grid size-18 place-items-center rounded-full [&_svg]:size-9 ${looks[tone]}`}
    >
      {icon}
    </span>
    <p className="text-xl font-semibold">{title}</p>
    {text && <p className="text-balance text-muted">{text}</p>}
  </div>
);
