import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { getErrorMessage } from '../lib/api.ts';
import { ActionButton } from './action-button.tsx';
import { showError, showSuccess } from './toast/show-toast.ts';

type DownloadButtonProps = Omit<ComponentProps<typeof ActionButton>, 'busy' | 'onClick'> & {
  download: () => Promise<void>;
  icon?: ReactNode;
  says?: string;
  failure?: (cause: unknown) => string;
};

/** Downloads a file and shows a failure. */
export function DownloadButton({
  download,
  icon = <Download aria-hidden className="size-4.5" />,
  says,
  failure = getErrorMessage,
  children,
  ...button
}: DownloadButtonProps) {
  const saving = useMutation({
    mutationFn: download,
    onSuccess: () => says && showSuccess(says),
    onError: (cause) => showError(failure(cause)),
  });
  return (
    <ActionButton {...button} busy={saving.isPending} onClick={() => saving.mutate()}>
      {!saving.isPending && icon}
      {children}
    </ActionButton>
  );
}
