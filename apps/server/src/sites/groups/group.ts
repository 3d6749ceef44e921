import type { Due } from '@nascente/domain/base/time/due-date';
import type { GroupMember } from '@nascente/domain/energy/subjects/group-members';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { BoardKind } from '@nascente/domain/telemetry/frames/frame';
import type { BoardType } from '../meters/index.ts';

export interface Member extends GroupMember {
  readonly mac: Mac;
  readonly name: string;
  readonly kind: BoardKind;
  readonly tariffId: string | null;
  readonly establishmentId: string;
  readonly establishmentName: string;
}

export interface Group {
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly type: BoardType;
  readonly due: Due | null;
  /** Members that the viewer sees, including former ones. */
  readonly members: readonly Member[];
}
