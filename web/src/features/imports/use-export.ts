import { useMutation } from '@tanstack/react-query';
import { answerOf } from '../../lib/api-client.ts';
import { messageOf } from '../../lib/api-error.ts';
import { saveFile } from '../../lib/save-file.ts';
import { showError } from '../../ui/toast/show-toast.ts';
import { type ImportKind, importKinds } from './import-kinds.ts';

/** Saves all keys or all people as a CSV file. */
export const useExport = (kind: ImportKind) => {
  const { exportRow, exportName } = importKinds[kind];
  return useMutation({
    mutationFn: async () => saveFile(await answerOf(exportRow), exportName),
    onError: (cause) => showError(messageOf(cause)),
  });
};
