/** Tells whoever serves a person without asking at every step that what the person may do has changed. */
export type AccessChanges = ReturnType<typeof createAccessChanges>;

export const createAccessChanges = () => {
  const listeners = new Set<(accountId: string) => Promise<void>>();
  return {
    /** @returns stops listening. */
    onChange(listener: (accountId: string) => Promise<void>): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** To be called after the change is committed; done when every listener has acted on it. */
    async announce(accountId: string): Promise<void> {
      await Promise.all([...listeners].map((listener) => listener(accountId)));
    },
  };
};
