import { markedKeys } from '../../people/session/index.ts';

/** Keys of other systems. */
export const integrationKeys = markedKeys('nsi_');
