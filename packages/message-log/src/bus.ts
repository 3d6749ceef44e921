/**
 * Tells the other processes of an installation something at once. Nothing is kept: who is not connected at that moment
 * hears nothing, so whatever depends on it must also be asked for once in a while.
 */
export interface Bus {
  /** Every other process hears it. A text of more than {@link MAX_TEXT} bytes is refused with a RangeError. */
  publish(channel: string, text: string): void;
  subscribe(channel: string, listener: (text: string) => void): void;
  stop(): Promise<void>;
}

/** What fits into one notification of PostgreSQL (8,000 bytes) beside its name and sender. */
export const MAX_TEXT = 7_800;

/** Tells a list of words by as many texts as it needs. */
export const publishWords = (bus: Pick<Bus, 'publish'>, channel: string, words: readonly string[]): void => {
  let text = '';
  for (const word of words) {
    if (text !== '' && text.length + 1 + word.length > MAX_TEXT) {
      bus.publish(channel, text);
      text = '';
    }
    text += text === '' ? word : ` ${word}`;
  }
  if (text !== '') bus.publish(channel, text);
};

/** What is heard, given to those who asked for its channel. */
interface Listeners {
  add(channel: string, listener: (text: string) => void): void;
  tell(channel: string, text: string): void;
}

export const createListeners = (): Listeners => {
  const byChannel = new Map<string, ((text: string) => void)[]>();
  return {
    add(channel, listener) {
      byChannel.set(channel, [...(byChannel.get(channel) ?? []), listener]);
    },
    tell(channel, text) {
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
