import { useEffect } from 'react';

const titled = (title: string): string =>
  document.documentElement.dataset.brand === 'second' ? title : `${title} · Nascente`;

/** The name of the browser's tab; the second brand leaves the product's name out. */
export const useDocumentTitle = (title: string): void => {
  useEffect(() => {
    document.title = titled(title);
  }, [title]);
};
