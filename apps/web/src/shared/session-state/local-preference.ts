/** A choice kept on this device. Storage may be forbidden or full: then it lasts as long as the page. */
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
    // Nothing to be done, and nothing is lost but the memory of the choice.
  }
};

/** Called when another tab chooses otherwise; this one's own choices are not told. */
export const onPreferenceElsewhere = (name: string, watcher: () => void): (() => void) => {
  const hear = ({ key }: StorageEvent) => {
    if (key === `nascente.${name}`) watcher();
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
};
