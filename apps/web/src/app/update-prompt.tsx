import { useSyncExternalStore } from 'react';
import styles from './update-prompt.module.css';

let take: (() => void) | null = null;
const watchers = new Set<() => void>();

export const announceUpdate = (takeIt: () => void): void => {
  take = takeIt;
  for (const watcher of watchers) watcher();
};

const subscribe = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/** Offers the new version; it can be dismissed. */
export const UpdatePrompt = () => {
  const takeIt = useSyncExternalStore(subscribe, () => take);
  if (takeIt === null) return null;
  return (
    <div className={styles.prompt} role="status">
      <span>Há uma nova versão.</span>
      <button type="button" onClick={takeIt}>
        Atualizar
      </button>
    </div>
  );
};
