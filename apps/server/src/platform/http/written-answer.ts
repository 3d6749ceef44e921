/**
 * An answer written as JSON already. Only for answers too large to be written by their schema in time; a test holds
 * each of them against its schema.
 */
export class WrittenAnswer {
  readonly json: Buffer;
  /** Called when nothing of it will be sent any more: the last byte has left. */
  readonly sent: (() => void) | null;

  constructor(json: Buffer, sent: (() => void) | null = null) {
    this.json = json;
    this.sent = sent;
  }
}
