const MARKS = /\p{Mark}/gu;

/** A text without accents: 'São João' becomes 'Sao Joao' (Unicode NFD without the marks). */
export const withoutMarks = (text: string): string => text.normalize('NFD').replace(MARKS, '');
