import { markedKeys } from '../session/index.ts';

/** Keys of the API. */
export const apiKeyTexts = markedKeys('nsk_');
