import { useEffect, useRef, useState } from 'react';
import { takeProviderAnswer } from '../../shared/api/provider-answer.ts';

/** Calls once with what the identity provider sent the browser back with, where it did. @returns whether it had. */
export const useProviderAnswer = (onAnswer: (answer: string) => void): boolean => {
  const [answer] = useState(takeProviderAnswer);
  const isTold = useRef(false);
  useEffect(() => {
    if (answer === null || isTold.current) return;
    isTold.current = true;
    onAnswer(answer);
  }, [answer, onAnswer]);
  return answer !== null;
};
