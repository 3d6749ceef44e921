const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text inside an element; control characters, for most of which XML has no place, are left out. */
export const xmlText = (text: string): string =>
  text.replaceAll(/\p{Cc}/gu, '').replaceAll(/[&<>"]/g, (found) => ESCAPES[found] ?? found);
