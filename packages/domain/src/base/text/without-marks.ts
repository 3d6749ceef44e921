const MARKS = /\p{Mark}/gu;

/**
 * A text whose letters have lost their accents: 'São João' is 'Sao Joao'. Capitals and all that is no letter stay.
 *
 * @returns the text in the form in which marks stand beside their letters (Unicode NFD), without the marks
 */
export const withoutMarks = (text: string): string => text.normalize('NFD').replace(MARKS, '');
