/**
 * An answer of thousands of numbers: `JSON.stringify` takes a third of the time of the schema's serializer. It must contain
 * contract fields only; tests compare each with its schema.
 */
export class LargeAnswer<A> {
  readonly answer: A;

  constructor(answer: A) {
    this.answer = answer;
  }

  toJson(): Buffer {
    return Buffer.from(JSON.stringify(this.answer));
  }
}
