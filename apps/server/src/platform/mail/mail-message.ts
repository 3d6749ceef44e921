import type { BrandName } from '@nascente/domain/people/brand';

/** An e-mail to a person. Every text is plain and is escaped in HTML. */
export interface MailMessage {
  /** An address, never a name. */
  readonly to: string;
  readonly replyTo?: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** A text that a user wrote, shown as a quotation with its line breaks. */
  readonly quotation?: string;
  readonly action?: { readonly label: string; readonly url: string };
  /** Notes in small type at the end. */
  readonly notes?: readonly string[];
  /** Attached files. */
  readonly attachments?: readonly Attachment[];
}

/** An e-mail in the brand of its recipient. */
export interface BrandedMessage extends MailMessage {
  readonly brand: BrandName;
}

interface Attachment {
  readonly name: string;
  readonly contentType: string;
  readonly content: Buffer;
}
