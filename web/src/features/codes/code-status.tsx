import type { ReactNode } from 'react';

type CodeStatusProps = {
  tone: 'done' | 'expired' | 'error';
  icon: ReactNode;
  title: string;
  text?: string;
  /** What follows from it. */
  note?: string | null;
};

/** What became of a code, centred in its parent. */
export function CodeStatus({ tone, icon, title, text, note }: CodeStatusProps) {
  return (
    <div className="grid min-h-full animate-fade-in place-content-center justify-items-center gap-1 p-4 text-center">
      <span
        className={`mb-3 grid size-18 place-items-center rounded-full [&_svg]:size-9 ${toneClassNames[tone]}`}
      >
        {icon}
      </span>
      <p className="text-xl font-semibold text-balance wrap-anywhere">{title}</p>
      {text && <p className="text-balance wrap-anywhere text-muted">{text}</p>}
      {note && <p className="mt-2 text-lg font-semibold">{note}</p>}
    </div>
  );
}

const toneClassNames = {
  done: 'bg-available-soft text-available',
  expired: 'bg-out-soft text-out',
  error: 'bg-danger-soft text-danger',
};
