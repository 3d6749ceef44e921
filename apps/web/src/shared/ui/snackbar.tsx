import { useEffect, useSyncExternalStore } from 'react';
import { IconButton } from './marks/icon-button.tsx';
import styles from './snackbar.module.css';

interface Message {
  id: number;
  text: string;
  tone: 'neutral' | 'good' | 'bad';
  lastsMs: number;
}

let shown: readonly Message[] = [];
let nextId = 1;
const watchers = new Set<() => void>();

const set = (messages: readonly Message[]) => {
  shown = messages;
  for (const watcher of watchers) watcher();
};

const subscribe = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/** Duration of a message, ms (specification, section 9). */
const LASTS_MS = 5000;
/** Duration on screens about a meter, ms. */
export const METER_AREA_MS = 6000;

/** Shows a short message that disappears by itself. */
export const announce = (
  text: string,
  { tone = 'neutral', lastsMs = LASTS_MS }: Partial<Pick<Message, 'tone' | 'lastsMs'>> = {},
) => {
  set([...shown.filter((message) => message.text !== text), { id: nextId++, text, tone, lastsMs }]);
};

const dismiss = (id: number) => set(shown.filter((message) => message.id !== id));

const Snackbar = ({ message }: { message: Message }) => {
  useEffect(() => {
    const timer = setTimeout(() => dismiss(message.id), message.lastsMs);
    return () => clearTimeout(timer);
  }, [message]);
  return (
    <div className={styles.snackbar} data-tone={message.tone}>
      <span>{message.text}</span>
      <IconButton icon="close" label="Fechar mensagem" onClick={() => dismiss(message.id)} />
    </div>
  );
};

/** The container of messages; once in the application. */
export const Snackbars = () => {
  const messages = useSyncExternalStore(subscribe, () => shown);
  return (
    <div className={styles.place} role="status" aria-live="polite">
      {messages.map((message) => (
        <Snackbar key={message.id} message={message} />
      ))}
    </div>
  );
};
