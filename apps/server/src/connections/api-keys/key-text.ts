import { markedKeys } from '../../people/session/index.ts';

/** Keys of the API. */
export const apiKeyTexts = markedKeys('nsk_');
