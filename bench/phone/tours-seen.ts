const remembered = (name: string, value: string) => ({ name: `nascente.${name}`, value });

/** What a browser remembers in which somebody wants no tour by itself, so that none covers what is tested. */
export const toursSeen = (origin: string) => ({
  cookies: [],
  origins: [{ origin, localStorage: [remembered('tutorial.none', 'yes')] }],
});

/** The same of a browser in which somebody signed in before. */
export const toursSeenBy = (origin: string, { token }: { readonly token: string }) => {
  const [seen] = toursSeen(origin).origins;
  return {
    cookies: [],
    origins: [{ origin, localStorage: [...(seen?.localStorage ?? []), remembered('token', token)] }],
  };
};
