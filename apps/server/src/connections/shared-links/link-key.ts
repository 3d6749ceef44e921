import { markedKeys } from '../../people/session/index.ts';

/** Keys of links that show something without an account. */
export const linkKeys = markedKeys('nsl_');
