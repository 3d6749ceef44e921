/** Text as people type it when they search: no accents, no capitals, MAC addresses with or without colons. */
export const foldForSearch = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/[:-]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Whether each typed word stands somewhere in the name, in any order: 'cemig residencial' finds it. */
export const matchesWords = (search: string) => {
  const words = foldForSearch(search).split(' ');
  return ({ label }: { readonly label: string }): boolean => {
    const folded = foldForSearch(label);
    return words.every((word) => folded.includes(word));
  };
};
