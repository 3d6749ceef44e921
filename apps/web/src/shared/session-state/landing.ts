const LANDING = { isLanding: true };

/** The state of an address that somebody reaches by signing in without having named a screen. */
export const landingState = (address: string): typeof LANDING | null =>
  address === '/home' ? LANDING : null;

export const isLanding = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isLanding' in state;
