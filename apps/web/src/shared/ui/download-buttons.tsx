import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ApiFailure, NETWORK_MESSAGE } from '../api/api-failure.ts';
import { saveFile } from '../api/save-file.ts';
import { useFocusBack } from '../forms/use-focus-back.ts';
import { Icon } from './marks/icon.tsx';
import { announce } from './snackbar.tsx';

interface DownloadButtonsProps<Format extends string> {
  /** The formats in order, with what is written on the button of each. */
  readonly formats: Readonly<Record<Format, string>>;
  readonly fetchFile: (format: Format) => Promise<Blob>;
  readonly fileName: (format: Format) => string;
  /** What a button is called where its words alone do not tell what is downloaded; it contains them. */
  readonly labelOf?: (format: Format) => string;
  /** What is said once the browser has the file. */
  readonly done?: string;
  /** How long that is said; as everywhere where it is left out. */
  readonly lastsMs?: number;
}

/** A button for each format of a file: one is fetched at a time, and what became of it is said. */
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
    // A download that broke off fails in the browser's own words.
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
