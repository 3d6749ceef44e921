import { type ImportSummary, importTariffs } from '@nascente/contract/sites/tariff-import';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { compressed } from '../../shared/api/compressed-file.ts';
import { upload } from '../../shared/api/upload.ts';
import { useSending } from '../../shared/forms/use-sending.ts';

export interface Import {
  /** Looks at a file; nothing is stored. */
  run: (file: File, since: string) => Promise<void>;
  /** Stores what was looked at, all of it or of some distributors. */
  store: (distributors: readonly string[] | null) => Promise<void>;
  summary: ImportSummary | null;
  /** How many files were looked at. */
  looked: number;
  /** The share of the file that has been sent, 0 to 1. */
  share: number;
  isSending: boolean;
  failure: Error | null;
}

interface Looked {
  readonly file: File;
  readonly since: string;
}

export const useImport = (): Import => {
  const queryClient = useQueryClient();
  const [last, setLast] = useState<Looked | null>(null);
  const [summary, setSummary] = useState<ImportSummary | null>(null);
  const [looked, setLooked] = useState(0);
  const [share, setShare] = useState(0);
  const sending = useSending(
    async ({ file, since }: Looked, distributors: readonly string[] | null, store: boolean) => {
      setShare(0);
      const query = {
        ...(store && { store: 'true' as const }),
        ...(since !== '' && { since }),
        ...(distributors !== null && { distributors: distributors.join(',') }),
      };
      const answer = await upload(importTariffs, file, { query, onProgress: setShare });
      setSummary(answer.summary);
      if (store) await queryClient.invalidateQueries();
    },
  );
  return {
    async run(file, since) {
      setSummary(null);
      const next = { file: await compressed(file), since };
      setLast(next);
      await sending.start(next, null, false);
      setLooked((before) => before + 1);
    },
    async store(distributors) {
      if (last !== null) await sending.start(last, distributors, true);
    },
    summary,
    looked,
    share,
    isSending: sending.isSending,
    failure: sending.failure,
  };
};
