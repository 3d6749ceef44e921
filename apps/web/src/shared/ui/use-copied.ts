import { useRef, useState } from 'react';

/** A text that a button copies, and that its field marks where the browser does not let a page copy. */
export const useCopied = <F extends HTMLInputElement | HTMLTextAreaElement>(text: string) => {
  const field = useRef<F>(null);
  const [copied, setCopied] = useState<string | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(text);
    } catch {
      field.current?.select();
    }
  };
  return { field, isCopied: copied === text, copy };
};
