import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Snackbars } from '../shared/ui/snackbar.tsx';
import { queryClient } from './query-client.ts';
import { theme } from './theme/theme.ts';

const colorSchemeManager = localStorageColorSchemeManager({ key: 'nascente.theme' });

/** What every screen stands on. Mantine writes no styles at run time: its variables are in mantine-tokens.css. */
export const Providers = ({ children }: { children: ReactNode }) => (
  <MantineProvider
    theme={theme}
    colorSchemeManager={colorSchemeManager}
    defaultColorScheme="auto"
    withCssVariables={false}
    withGlobalClasses={false}
  >
    <QueryClientProvider client={queryClient}>
      {children}
      <Snackbars />
    </QueryClientProvider>
  </MantineProvider>
);
