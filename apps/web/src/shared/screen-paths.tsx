import { createContext, useContext } from 'react';

const ScreenExists = createContext<(path: string) => boolean>(() => false);
export const ScreenExistsProvider = ScreenExists.Provider;

/** For links to screens that an installation may lack. */
export const useScreenExists = (path: string): boolean => useContext(ScreenExists)(path);
