import type { ReactNode } from 'react';

/** What became of a code, centred in its parent. */
export function CodeStatus({ tone, icon, title, text }: CodeStatusProps) {
  return (
    <div className="absolute inset-0 grid animate-fade-in place-content-center justify-items-center gap-1 p-6 text-center">
      <span
        className={`mb-3 grid size-18 place-items-center rounded-full [&_svg]:size-9 ${toneClassNames[tone]}`}
      >
        {icon}
      </span>
      <p className="text-xl font-semibold text-balance">{title}</p>
      {text && <p className="text-balance text-muted">{text}</p>}
    </div>
  );
}

type CodeStatusProps = {
  tone: 'done' | 'expired' | 'error';
  icon: ReactNode;
  title: string;
  text?: string;
};

const toneClassNames = {
  done: 'bg-available-soft text-available',
  expired: 'bg-out-soft text-out',
  error: 'bg-danger-soft text-danger',
};
