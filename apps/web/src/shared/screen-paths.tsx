import { createContext, useContext } from 'react';

const ScreenExists = createContext<(path: string) => boolean>(() => false);
export const ScreenExistsProvider = ScreenExists.Provider;

/** Whether this installation has the screen of a path. */
export const useScreenExists = (path: string): boolean => useContext(ScreenExists)(path);
