import type { BrandName } from '@nascente/domain/people/brand';

/** An e-mail to a person. Every text is plain and is escaped in HTML. */
export interface MailMessage {
  /** An address, never a name. */
  readonly to: string;
  readonly replyTo?: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly brand: BrandName;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** A person's own words, quoted with their line breaks. */
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
