import type { Readable } from 'node:stream';

/** An answer that is written while it is read, to be kept as a file: too large to be held in memory. */
export class StreamedAnswer {
  readonly stream: Readable;
  readonly contentType: string;
  readonly fileName: string;

  constructor(stream: Readable, file: { readonly contentType: string; readonly name: string }) {
    this.stream = stream;
    this.contentType = file.contentType;
    this.fileName = file.name;
  }
}
