/**
 * An answer of thousands of numbers: `JSON.stringify` writes it in a third of the time of the schema's serializer, which
 * asks of each number what it is. It must hold the fields of the contract alone; tests hold each against its schema.
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
