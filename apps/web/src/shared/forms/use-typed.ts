import { useEffect, useRef, useState } from 'react';

/** The pause before a search. */
const PAUSE_MS = 300;

/** The text of a search field: it becomes the search after a pause, and follows outside changes. */
export const useTyped = (sought: string, seek: (text: string) => void) => {
  const [typed, setTyped] = useState(sought);
  const lastSought = useRef(sought);
  useEffect(() => {
    if (sought === lastSought.current) return;
    lastSought.current = sought;
    setTyped(sought);
  }, [sought]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed is what starts the pause
  useEffect(() => {
    if (typed === lastSought.current) return;
    const timer = setTimeout(() => {
      lastSought.current = typed;
      seek(typed);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, setTyped] as const;
};
