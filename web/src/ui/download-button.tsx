import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { getErrorMessage } from '../lib/api.ts';
import { ActionButton } from './action-button.tsx';
import { showError, showSuccess } from './toast/show-toast.ts';

type DownloadedFile = {
  download: () => Promise<void>;
  says?: string | undefined;
  failure?: ((cause: unknown) => string) | undefined;
};

type DownloadButtonProps = Omit<ComponentProps<typeof ActionButton>, 'busy' | 'onClick'> &
  DownloadedFile & { icon?: ReactNode };

/** Downloads a file and shows a failure. */
export function DownloadButton({
  download,
  icon = <Download aria-hidden className="size-4.5" />,
  says,
  failure,
  children,
  ...button
}: DownloadButtonProps) {
  const saving = useDownload({ download, says, failure });
  return (
    <ActionButton {...button} busy={saving.isPending} onClick={() => saving.mutate()}>
      {!saving.isPending && icon}
      {children}
    </ActionButton>
  );
}

export function useDownload({ download, says, failure = getErrorMessage }: DownloadedFile) {
  return useMutation({
    mutationFn: download,
    onSuccess: () => says && showSuccess(says),
    onError: (cause) => showError(failure(cause)),
  });
}
