/**
 * An answer of thousands of numbers: `JSON.stringify` takes a third of the time of the schema's serializer. It must contain
 * contract fields only; tests compare each with its schema.
 */
export class LargeAnswer<A> {
  readonly content: A;

  constructor(content: A) {
    this.content = content;
  }
}
