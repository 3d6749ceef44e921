import type { Connection } from '../../platform/database/open-database.ts';

/** Where accounts may be entered by somebody else than us: the identity provider of the organisation. */
export interface OtherDoor {
  /** As people read it; null: there is none. */
  readonly label: string | null;
  /** Whether an account is entered there, and only there; asks as much for nobody's. */
  isTheirs(accountId: string | null, within?: Connection): Promise<boolean>;
  /** Where a browser signs out there as well; null where that is nowhere, or is not known now. */
  leaveUrl(): Promise<string | null>;
}

export const noOtherDoor: OtherDoor = {
  label: null,
  isTheirs: async () => false,
  leaveUrl: async () => null,
};
