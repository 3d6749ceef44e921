import { useRef, useState } from 'react';
import { ApiFailure } from '../api/api-failure.ts';
import { useFocusBack } from './use-focus-back.ts';

const UNEXPECTED = 'Algo inesperado aconteceu, tente novamente mais tarde.';

/** The message of a failure: the server's own, which is fit for display. */
export const labelOf = (failure: Error): string =>
  failure instanceof ApiFailure && failure.msg !== '' ? failure.msg : UNEXPECTED;

/** A request sent once however often the button is pressed; a failure stays until the next attempt. */
export const useSending = <Given extends readonly unknown[]>(send: (...values: Given) => Promise<void>) => {
  const isUnderWay = useRef(false);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  const holdFocus = useFocusBack(isSending);
  const start = async (...values: Given): Promise<void> => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    holdFocus();
    setSending(true);
    setFailure(null);
    try {
      await send(...values);
    } catch (cause) {
      setFailure(cause instanceof Error ? cause : new Error(UNEXPECTED, { cause }));
    } finally {
      isUnderWay.current = false;
      setSending(false);
    }
  };
  return { start, isSending, failure, forget: () => setFailure(null) };
};
