import { markedKeys } from '../session/index.ts';

/** Keys of other systems. */
export const integrationKeys = markedKeys('nsi_');
