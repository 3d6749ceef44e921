import { markedKeys } from '../session/index.ts';

/** Keys of links that show something without an account. */
export const linkKeys = markedKeys('nsl_');
