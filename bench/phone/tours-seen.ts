const remembered = (name: string, value: string) => ({ name: `nascente.${name}`, value });

/** Browser storage of a user without automatic tours, so that none covers the screen. */
export const toursSeen = (origin: string) => ({
  cookies: [],
  origins: [{ origin, localStorage: [remembered('tutorial.none', '2')] }],
});

/** The same for a signed-in user. */
export const toursSeenBy = (origin: string, { token }: { readonly token: string }) => {
  const [seen] = toursSeen(origin).origins;
  return {
    cookies: [],
    origins: [{ origin, localStorage: [...(seen?.localStorage ?? []), remembered('token', token)] }],
  };
};
