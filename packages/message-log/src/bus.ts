/**
 * Sends messages to the other processes of an installation at once. Nothing is stored: a disconnected process misses them, so
 * dependent state must also be queried periodically.
 */
export interface Bus {
  /** Sends a text of at most {@link MAX_TEXT} bytes to every other process. The bus of PostgreSQL throws RangeError above it. */
  publish(channel: string, text: string): void;
  subscribe(channel: string, listener: (text: string) => void): void;
  stop(): Promise<void>;
}

/** Maximum bytes of a text: a PostgreSQL notification (8,000 bytes) without channel and sender. */
export const MAX_TEXT = 7_800;

/** Publishes a list of words, separated by spaces, in as many texts as needed. */
export const publishTexts = (bus: Pick<Bus, 'publish'>, channel: string, labels: readonly string[]): void => {
  let text = '';
  for (const word of labels) {
    if (text !== '' && text.length + 1 + word.length > MAX_TEXT) {
      bus.publish(channel, text);
      text = '';
    }
    text += text === '' ? word : ` ${word}`;
  }
  if (text !== '') bus.publish(channel, text);
};

interface Listeners {
  add(channel: string, listener: (text: string) => void): void;
  publish(channel: string, text: string): void;
}

export const createListeners = (): Listeners => {
  const byChannel = new Map<string, ((text: string) => void)[]>();
  return {
    add(channel, listener) {
      byChannel.set(channel, [...(byChannel.get(channel) ?? []), listener]);
    },
    publish(channel, text) {
      for (const listener of byChannel.get(channel) ?? []) listener(text);
    },
  };
};

/** The bus of a process that is alone. */
export const noBus: Bus = {
  publish: () => undefined,
  subscribe: () => undefined,
  stop: () => Promise.resolve(),
};
