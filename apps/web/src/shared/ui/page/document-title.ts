import { useEffect } from 'react';
import { nameOnScreen } from '../../brand-on-screen.ts';

/** The name of the browser's tab, and that of the brand on the screen. */
export const useDocumentTitle = (title: string): void => {
  useEffect(() => {
    document.title = `${title} · ${nameOnScreen()}`;
  }, [title]);
};
