/** Kept in this tab while somebody is at the identity provider. */
const WANTED = 'nascente.wanted';

/** @param wanted where to go afterwards. */
export const leaveForProvider = (url: string, wanted: string): void => {
  try {
    sessionStorage.setItem(WANTED, wanted);
  } catch {
    // Then it is Home, as without a wish.
  }
  window.location.assign(url);
};

export const takeWanted = (): string | null => {
  try {
    const wanted = sessionStorage.getItem(WANTED);
    sessionStorage.removeItem(WANTED);
    // A path of this application, and not of another site.
    return wanted !== null && /^\/(?!\/)/.test(wanted) ? wanted : null;
  } catch {
    return null;
  }
};

/** What the identity provider sent the browser back with: it leaves the address and the history at once. */
export const takeProviderAnswer = (): string | null => {
  const { search, pathname } = window.location;
  const parameters = new URLSearchParams(search);
  if (!parameters.has('state') || !(parameters.has('code') || parameters.has('error'))) return null;
  window.history.replaceState(window.history.state, '', pathname);
  return search.slice(1);
};
