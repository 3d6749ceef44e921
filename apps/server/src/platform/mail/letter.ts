import type { BrandName } from '@nascente/domain/people/brand';

/** What a person is told by mail. Every text is plain: it becomes HTML only here, and escaped. */
export interface Letter {
  /** An address, never a name. */
  readonly to: string;
  readonly replyTo?: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly brand: BrandName;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** Somebody's own words, shown as theirs, with their line breaks. */
  readonly quotation?: string;
  readonly action?: { readonly label: string; readonly url: string };
  /** Small print. */
  readonly notes?: readonly string[];
  /** Files that go with it. */
  readonly attachments?: readonly Attachment[];
}

interface Attachment {
  readonly name: string;
  readonly contentType: string;
  readonly content: Buffer;
}
