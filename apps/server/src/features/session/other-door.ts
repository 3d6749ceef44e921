/** Where accounts may be entered by somebody else than us: the identity provider of the organisation. */
export interface OtherDoor {
  /** As people read it; null: there is none. */
  readonly label: string | null;
  /** Throws NotAllowed for an account that is entered there, and only there. */
  requireOurs(accountId: string): Promise<void>;
  /** Where a browser signs out there as well; null where that is nowhere, or is not known now. */
  leaveUrl(): Promise<string | null>;
}

export const noOtherDoor: OtherDoor = {
  label: null,
  requireOurs: async () => undefined,
  leaveUrl: async () => null,
};
