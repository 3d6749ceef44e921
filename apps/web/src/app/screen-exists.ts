import { matchPath } from 'react-router';
import { screens } from './screens.ts';

export const screenExists = (path: string): boolean =>
  screens.some((screen) => matchPath(screen.path, path) !== null);
