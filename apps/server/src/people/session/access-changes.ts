/** Tells whoever serves a person without asking at every step that what the person may do has changed. */
export interface AccessChanges {
  /** @returns stops listening. */
  onChange(listener: (accountId: string) => Promise<void>): () => void;
  /** To be called after the change is committed; done when every listener has acted on it. */
  announce(accountId: string): Promise<void>;
}

export const createAccessChanges = (): AccessChanges => {
  const listeners = new Set<(accountId: string) => Promise<void>>();
  return {
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async announce(accountId) {
      await Promise.all([...listeners].map((listener) => listener(accountId)));
    },
  };
};
