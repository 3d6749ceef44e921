import { useEffect } from 'react';
import { wearsSecondBrand } from '../brand-on-screen.ts';

const titled = (title: string): string => (wearsSecondBrand() ? title : `${title} · Nascente`);

/** The name of the browser's tab; the second brand leaves the product's name out. */
export const useDocumentTitle = (title: string): void => {
  useEffect(() => {
    document.title = titled(title);
  }, [title]);
};
