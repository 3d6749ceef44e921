import type { ContentOf, QueryOf } from '@nascente/contract/base/call';
import type { Connecting } from '@nascente/contract/telemetry/connecting';
import type {
  InventoryBoard,
  InventoryBoardDetail,
  listInventory,
} from '@nascente/contract/telemetry/inventory';
import { addDays, civilDateAt } from '@nascente/domain/base/time/civil-day';
import { DEFAULT_ZONE, type Instant } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import { explainRefusal, isRefusalReason } from '@nascente/domain/telemetry/frames/refusal';
import { topicFor } from '@nascente/domain/telemetry/frames/topic';
import { NotFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { MeterDirectory } from '../../sites/meters/index.ts';
import type {
  BoardHistoryRepository,
  BoardInstallation,
  RefusedFrame,
  RefusedOfDay,
} from './board-history.repository.ts';
import type { ConnectingRepository } from './connections.repository.ts';
import type { InventoryRepository, ListedBoard } from './inventory.repository.ts';

export type BoardPorts = Connecting['ports'];

/** Stored rejections may have a reason that this version no longer has. */
const explanationOf = (reason: string): string =>
  isRefusalReason(reason) ? explainRefusal(reason) : 'Motivo que esta versão não conhece mais.';

/** Messages rejected before the current installation belong to the former owner and are not shown. */
export const createConnectionSettingsService = (needs: {
  repository: ConnectingRepository;
  directory: Pick<MeterDirectory, 'findVisible'>;
  ports: BoardPorts;
}) => {
  const { repository, directory, ports } = needs;
  return {
    async read(caller: Caller, requestedMac: Mac): Promise<Connecting> {
      requirePermission(caller, 'see-own-meters');
      const { mac, equipment, installationId, installedAt } = await directory.findVisible(
        caller,
        requestedMac,
      );
      const [refused, isMeasured, adapterTopic] = await Promise.all([
        repository.newestRefusal(mac, new Date(installedAt)),
        repository.isMeasured(installationId),
        repository.adapterTopic(mac),
      ]);
      const lastRefusal = refused && {
        at: refused.receivedAt.toISOString(),
        reason: refused.reason,
        explanation: explanationOf(refused.reason),
      };
      return { ports, topic: adapterTopic ?? topicFor(mac, equipment), lastRefusal, isMeasured };
    },
  };
};

const BACKSLASH = 0x5c;

const isPrintable = (byte: number): boolean => byte >= 0x20 && byte < 0x7f && byte !== BACKSLASH;

/** Bytes as text that is safe to show and copy: other characters than printable ASCII become \xNN, as does a backslash. */
export const payloadText = (payload: Buffer): string =>
  Array.from(payload, (byte) =>
    isPrintable(byte) ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0').toUpperCase()}`,
  ).join('');

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

const ownerOf = (row: { ownerId: string | null; ownerName: string | null; ownerEmail: string | null }) => ({
  _id: row.ownerId ?? '',
  name: row.ownerName ?? '',
  email: row.ownerEmail ?? '',
});

const toInventoryBoard = (board: ListedBoard): InventoryBoard => {
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

const toInstallation = (past: BoardInstallation) => ({
  id: String(past.id),
  name: past.name,
  establishmentName: past.establishmentName,
  zone: past.zone,
  owner: ownerOf(past),
  installedAt: past.installedAt.toISOString(),
  removedAt: iso(past.removedAt),
});

const toRefusedFrame = ({ id, receivedAt, reason, topic, payload }: RefusedFrame) => ({
  id: String(id),
  receivedAt: receivedAt.toISOString(),
  reason,
  topic,
  text: payloadText(payload),
});

const toInventoryDetail = (
  board: ListedBoard,
  past: {
    readonly installations: readonly BoardInstallation[];
    readonly refusals: readonly RefusedOfDay[];
    readonly storedFrames: readonly RefusedFrame[];
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
    storedFrames: past.storedFrames.map(toRefusedFrame),
  };
};

const COUNTED_DAYS = 7;
const DETAIL_DAYS = 30;
const LISTED_FRAMES = 20;

export const createInventoryService = (needs: {
  boards: InventoryRepository;
  past: BoardHistoryRepository;
  clock: () => Instant;
}) => {
  const { boards, past, clock } = needs;

  const firstOfLastDays = (days: number) => addDays(civilDateAt(clock(), DEFAULT_ZONE), 1 - days);
  const bounds = () => ({
    now: new Date(clock()),
    refusedSince: firstOfLastDays(COUNTED_DAYS),
  });

  return {
    async list(
      caller: Caller,
      { search = '', state, after, limit }: QueryOf<typeof listInventory>,
    ): Promise<ContentOf<typeof listInventory>> {
      requirePermission(caller, 'see-inventory');
      const filter = { search, state: state ?? null, ...bounds() };
      const [found, total] = await Promise.all([
        boards.list(filter, { after: after ?? null, limit: limit + 1 }),
        boards.count(filter),
      ]);
      const shown = found.slice(0, limit);
      return {
        boards: shown.map(toInventoryBoard),
        total,
        next: found.length > limit ? (shown.at(-1)?.mac ?? null) : null,
      };
    },
    /** Throws NotFound. */
    async read(caller: Caller, mac: Mac): Promise<InventoryBoardDetail> {
      requirePermission(caller, 'see-inventory');
      const board = await boards.find(mac, bounds());
      if (board === null) throw new NotFound('Placa não encontrada.');
      const [installations, refusals, storedFrames] = await Promise.all([
        past.installations(mac),
        past.refusals(mac, firstOfLastDays(DETAIL_DAYS)),
        past.storedFrames(mac, LISTED_FRAMES),
      ]);
      return toInventoryDetail(board, { installations, refusals, storedFrames });
    },
  };
};
