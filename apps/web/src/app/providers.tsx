import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { Snackbars } from '../shared/ui/snackbar.tsx';
import { theme } from './theme/theme.ts';

/** A wall is dark unless that browser was told otherwise; script.js of the first paint says so too. */
const isWall = window.location.pathname.startsWith('/tv/');
const colorSchemeManager = localStorageColorSchemeManager({ key: 'nascente.theme' });

/** What every screen stands on; server state begins with the shell. Mantine writes no styles at run time: its variables are in mantine-tokens.css. */
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
