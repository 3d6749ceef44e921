import { useEffect } from 'react';
import { nameOnScreen } from '../../brand-on-screen.ts';

/** The browser tab's title, with the brand's name. */
export const useDocumentTitle = (title: string): void => {
  useEffect(() => {
    document.title = `${title} · ${nameOnScreen()}`;
  }, [title]);
};
