import type { Letter } from './letter.ts';

/** Where a letter goes once it is written. */
export interface Delivery {
  readonly how: 'smtp' | 'mailbox';
  /**
   * @param id names the letter: attempts to deliver it again carry the same one.
   * Throws LetterRefused when trying again is useless, anything else when it is not.
   */
  deliver(letter: Letter, id: string): Promise<void>;
  close(): void;
}

/** The recipient's server wants no such letter: it will not want it later either. */
export class LetterRefused extends Error {}
