import type { AnswerOf, Call, ParamsInput, Upload } from '@nascente/contract/base/call';
import { useEffect, useRef, useState } from 'react';
import { upload } from '../../api/upload.ts';
import { labelOf } from '../use-sending.ts';

interface FileReading<C extends Call> {
  readonly params: ParamsInput<C>;
  /** The reason why a file cannot be read, before it is sent; `null`: it is sent. */
  readonly refusalOf: (file: File) => string | null;
  readonly onRead: (answer: AnswerOf<C>) => void;
}

/** Sends a chosen file to a call that reads it. Another choice, or leaving the screen, ends the upload. */
export const useFileReading = <C extends Call & { readonly upload: Upload }>(
  call: C,
  { params, refusalOf, onRead }: FileReading<C>,
) => {
  const [share, setShare] = useState<number | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const underWay = useRef<AbortController | null>(null);
  useEffect(() => () => underWay.current?.abort(), []);
  const read = async (file: File) => {
    const control = new AbortController();
    underWay.current = control;
    setShare(0);
    try {
      onRead(await upload(call, file, { params, onProgress: setShare, signal: control.signal }));
    } catch (failure) {
      if (!control.signal.aborted) setRefusal(labelOf(failure instanceof Error ? failure : new Error()));
    } finally {
      if (underWay.current === control) setShare(null);
    }
  };
  const choose = (file: File | null) => {
    underWay.current?.abort();
    const wrong = file === null ? null : refusalOf(file);
    setRefusal(wrong);
    if (file !== null && wrong === null) void read(file);
  };
  return { choose, refusal, share };
};
