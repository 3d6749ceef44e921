import { createContext, useContext } from 'react';

/** Whether a screen exists behind a path; until the app says so, none does. */
const ScreenExists = createContext<(path: string) => boolean>(() => false);
export const ScreenExistsProvider = ScreenExists.Provider;

/** Asked before a link is shown to a screen that an installation may be without. */
export const useScreenExists = (path: string): boolean => useContext(ScreenExists)(path);
