/** What a board published, and where. */
export interface BoardMessage {
  readonly topic: string;
  readonly payload: Buffer;
}
