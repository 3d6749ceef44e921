/** A preference on this device. Where storage is forbidden or full it lasts as long as the page. */
export const readPreference = (name: string): string | null => {
  try {
    return localStorage.getItem(`nascente.${name}`);
  } catch {
    return null;
  }
};

export const writePreference = (name: string, value: string | null): void => {
  try {
    if (value === null) localStorage.removeItem(`nascente.${name}`);
    else localStorage.setItem(`nascente.${name}`, value);
  } catch {
    // The preference lasts until the page is closed.
  }
};

/** Called for changes of other tabs, not of this one. */
export const onPreferenceElsewhere = (name: string, watcher: () => void): (() => void) => {
  const hear = ({ key }: StorageEvent) => {
    if (key === `nascente.${name}`) watcher();
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
};
