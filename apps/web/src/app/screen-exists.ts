import { matchPath } from 'react-router';
import { screens } from './screens.ts';

/** Whether a path leads to a screen of the table. */
export const screenExists = (path: string): boolean =>
  screens.some((screen) => matchPath(screen.path, path) !== null);
