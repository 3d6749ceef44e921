/** Text as people type it when they search: no accents, no capitals, MAC addresses with or without colons. */
export const foldForSearch = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/[:-]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
