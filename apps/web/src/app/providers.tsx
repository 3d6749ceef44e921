import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { Snackbars } from '../shared/ui/snackbar.tsx';
import { theme } from './theme/theme.ts';

/** A wall display is dark unless its browser stores another choice; script.js of the first paint repeats the rule. */
const isWall = window.location.pathname.startsWith('/tv/');
const colorSchemeManager = localStorageColorSchemeManager({ key: 'nascente.theme' });

/** Mantine writes no styles at run time: its variables are in mantine-tokens.css. Server state begins with the shell. */
export const Providers = ({ children }: { children: ReactNode }) => (
  <MantineProvider
    theme={theme}
    colorSchemeManager={colorSchemeManager}
    defaultColorScheme={isWall ? 'dark' : 'auto'}
    withCssVariables={false}
    withGlobalClasses={false}
  >
    {children}
    <Snackbars />
  </MantineProvider>
);
