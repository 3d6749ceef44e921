import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ApiFailure, NETWORK_MESSAGE } from '../api/api-failure.ts';
import { saveFile } from '../api/save-file.ts';
import { useFocusBack } from '../forms/use-focus-back.ts';
import { Icon } from './marks/icon.tsx';
import { announce } from './snackbar.tsx';

interface DownloadButtonsProps<Format extends string> {
  /** Button labels by format, in order. */
  readonly formats: Readonly<Record<Format, string>>;
  readonly fetchFile: (format: Format) => Promise<Blob>;
  readonly fileName: (format: Format) => string;
  /** A longer accessible name that contains the label. */
  readonly labelOf?: (format: Format) => string;
  readonly done?: string;
  readonly lastsMs?: number;
}

/** One button per file format: one download at a time, with its result. */
export const DownloadButtons = <Format extends string>({
  formats,
  fetchFile,
  fileName,
  labelOf,
  done = 'O arquivo foi baixado.',
  lastsMs,
}: DownloadButtonsProps<Format>) => {
  const lasts = lastsMs === undefined ? {} : { lastsMs };
  const download = useMutation({
    mutationFn: fetchFile,
    onSuccess: (content, format) => {
      saveFile(fileName(format), content);
      announce(done, { tone: 'good', ...lasts });
    },
    // A dropped connection fails with the browser's message.
    onError: (failure) =>
      announce(failure instanceof ApiFailure ? failure.message : NETWORK_MESSAGE, { tone: 'bad', ...lasts }),
  });
  const holdFocus = useFocusBack(download.isPending);
  return (Object.keys(formats) as Format[]).map((format) => (
    <Button
      key={format}
      variant="default"
      aria-label={labelOf?.(format)}
      leftSection={<Icon name="download" size={18} />}
      loading={download.isPending && download.variables === format}
      disabled={download.isPending}
      onClick={() => {
        holdFocus();
        download.mutate(format);
      }}
    >
      {formats[format]}
    </Button>
  ));
};
