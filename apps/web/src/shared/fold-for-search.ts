/** Text normalized for search: without accents, case and MAC colons. */
export const foldForSearch = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/[:-]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Whether each typed word occurs in the name in any order: 'cemig residencial' matches. */
export const matchesSearch = (search: string) => {
  const texts = foldForSearch(search).split(' ');
  return ({ label }: { readonly label: string }): boolean => {
    const folded = foldForSearch(label);
    return texts.every((word) => folded.includes(word));
  };
};

/** Orders names by Portuguese letters and by the value of their numbers. */
export const nameOrder = new Intl.Collator('pt-BR', { numeric: true, sensitivity: 'base' });
