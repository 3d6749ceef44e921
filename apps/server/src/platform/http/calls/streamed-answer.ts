import type { Readable } from 'node:stream';

/** The answer of a download, which is streamed because it is too large for memory. */
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
