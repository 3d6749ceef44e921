const LANDING = { isLanding: true };

/** The navigation state of a sign-in without a requested address. */
export const landingState = (address: string): typeof LANDING | null =>
  address === '/home' ? LANDING : null;

export const isLanding = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isLanding' in state;
