/**
 * An answer written as JSON already. Only for answers too large to be written by their schema in time; a test holds
 * each of them against its schema.
 */
export class WrittenAnswer {
  readonly json: Buffer;

  constructor(json: Buffer) {
    this.json = json;
  }
}
