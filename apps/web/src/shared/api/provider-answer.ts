/** Stored in this tab during the visit to the identity provider. */
const WANTED = 'nascente.wanted';

/** @param wanted the address to continue to. */
export const leaveForProvider = (url: string, wanted: string): void => {
  try {
    sessionStorage.setItem(WANTED, wanted);
  } catch {
    // Without storage the sign-in continues to Home.
  }
  window.location.assign(url);
};

export const takeWanted = (): string | null => {
  try {
    const wanted = sessionStorage.getItem(WANTED);
    sessionStorage.removeItem(WANTED);
    // Accepts only a path of this application, never another site.
    return wanted !== null && /^\/(?!\/)/.test(wanted) ? wanted : null;
  } catch {
    return null;
  }
};

/** The identity provider's answer, removed from address and history at once. */
export const takeProviderAnswer = (): string | null => {
  const { search, pathname } = window.location;
  const parameters = new URLSearchParams(search);
  if (!parameters.has('state') || !(parameters.has('code') || parameters.has('error'))) return null;
  window.history.replaceState(window.history.state, '', pathname);
  return search.slice(1);
};
