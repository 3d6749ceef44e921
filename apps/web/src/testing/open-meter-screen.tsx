import type { ComponentType } from 'react';
import { SignedInProvider } from '../shared/session-state/signed-in.ts';
import { aUser } from './api-server.ts';
import { openScreen } from './open-screen.tsx';

/** A screen of a meter, as the usual person sees it, with Home to go back to. Nobody asks the server who that is. */
export const openMeterScreen = (Screen: ComponentType, path: string, at: string) => {
  const element = (
    <SignedInProvider value={aUser}>
      <Screen />
    </SignedInProvider>
  );
  return openScreen(
    [
      { path, element },
      { path: '/home', element: <h1>Início</h1> },
    ],
    at,
  );
};
