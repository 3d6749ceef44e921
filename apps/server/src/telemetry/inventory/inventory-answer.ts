import type { InventoryBoard, InventoryBoardDetail } from '@nascente/contract/telemetry/inventory';
import { explainRefusal, isRefusalReason } from '@nascente/domain/telemetry/frames/refusal';
import type { KeptFrame, PastInstallation, RefusedOfDay } from './board-past.repository.ts';
import type { ListedBoard } from './inventory.repository.ts';
import { payloadText } from './payload-text.ts';

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

const ownerOf = (row: { ownerId: string | null; ownerName: string | null; ownerEmail: string | null }) => ({
  _id: row.ownerId ?? '',
  name: row.ownerName ?? '',
  email: row.ownerEmail ?? '',
});

export const toInventoryBoard = (board: ListedBoard): InventoryBoard => {
  const { mac, type, model, equipment, installationName: name, establishmentName, connectedAt } = board;
  return {
    mac,
    type,
    model,
    equipment,
    createdAt: board.createdAt.toISOString(),
    installation:
      name === null ? null : { name, establishmentName: establishmentName ?? '', owner: ownerOf(board) },
    assignedTo:
      board.assigneeId === null
        ? null
        : { _id: board.assigneeId, name: board.assigneeName ?? '', email: board.assigneeEmail ?? '' },
    silent: board.isSilent,
    connection:
      connectedAt === null
        ? null
        : { connectedAt: connectedAt.toISOString(), disconnectedAt: iso(board.disconnectedAt) },
    lastMessage: iso(board.lastMessageAt),
    refused: board.refused,
  };
};

const toInstallation = (past: PastInstallation) => ({
  id: String(past.id),
  name: past.name,
  establishmentName: past.establishmentName,
  zone: past.zone,
  owner: ownerOf(past),
  installedAt: past.installedAt.toISOString(),
  removedAt: iso(past.removedAt),
});

/** Counts outlive the reasons that a newer version knows. */
const explanationOf = (reason: string): string =>
  isRefusalReason(reason) ? explainRefusal(reason) : 'Motivo que esta versão não conhece mais.';

const toKept = ({ id, receivedAt, reason, topic, payload }: KeptFrame) => ({
  id: String(id),
  receivedAt: receivedAt.toISOString(),
  reason,
  topic,
  text: payloadText(payload),
});

export const toInventoryDetail = (
  board: ListedBoard,
  past: {
    readonly installations: readonly PastInstallation[];
    readonly refusals: readonly RefusedOfDay[];
    readonly keptFrames: readonly KeptFrame[];
  },
): InventoryBoardDetail => {
  const { connection, ...listed } = toInventoryBoard(board);
  const { address, protocol } = board;
  return {
    ...listed,
    connection: connection && {
      ...connection,
      address: address ?? '',
      protocol: protocol ?? '',
      heldBackAt: iso(board.heldBackAt),
      bySharedCredential: board.bySharedCredential ?? false,
    },
    installations: past.installations.map(toInstallation),
    hasClaimCode: board.hasClaimCode,
    hasReadings: board.lastMessageAt !== null,
    refusals: past.refusals.map((refused) => ({ ...refused, explanation: explanationOf(refused.reason) })),
    keptFrames: past.keptFrames.map(toKept),
  };
};
