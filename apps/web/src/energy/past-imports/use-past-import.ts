import {
  type FileReadingJson,
  type ImportPreview,
  previewImport,
  startImport,
  uploadPast,
} from '@nascente/contract/energy/past-imports';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../shared/api/api-client.ts';
import { compressed, upload } from '../../shared/api/upload.ts';
import { useSending } from '../../shared/forms/use-sending.ts';

interface Uploaded {
  readonly id: number;
  readonly preview: ImportPreview;
}

export const usePastImport = (mac: string) => {
  const queryClient = useQueryClient();
  const [uploaded, setUploaded] = useState<Uploaded | null>(null);
  const [share, setShare] = useState(0);
  const [number, setNumber] = useState(0);
  const paramsOf = ({ id }: Uploaded) => ({ mac, id: String(id) });
  const sending = useSending(async (what: File | FileReadingJson | 'store') => {
    if (what instanceof File) {
      setShare(0);
      setUploaded(null);
      const file = await compressed(what);
      const query = { name: what.name.slice(-200) };
      const answer = await upload(uploadPast, file, { params: { mac }, query, onProgress: setShare });
      setUploaded({ id: answer.import.id, preview: answer.preview });
      setNumber((last) => last + 1);
      return;
    }
    if (uploaded === null) return;
    if (what === 'store') {
      const { reading } = uploaded.preview;
      await request(startImport, { params: paramsOf(uploaded), body: { reading } });
      setUploaded(null);
      await queryClient.invalidateQueries();
      return;
    }
    const { preview } = await request(previewImport, { params: paramsOf(uploaded), body: { reading: what } });
    setUploaded({ ...uploaded, preview });
    setNumber((last) => last + 1);
  });
  return {
    send: (file: File) => sending.start(file),
    /** Parses it with another mapping. */
    change: (reading: FileReadingJson) => sending.start(reading),
    store: () => sending.start('store'),
    preview: uploaded?.preview ?? null,
    /** The preview's number in this visit. */
    number,
    share,
    isSending: sending.isSending,
    failure: sending.failure,
  };
};

export type PastImporting = ReturnType<typeof usePastImport>;
