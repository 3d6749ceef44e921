import { useRef, useState } from 'react';

/** Copies a text by a button; its field is selected where the clipboard is denied. */
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
