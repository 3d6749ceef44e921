import type {
  BoardAssignment,
  LabelledBoard,
  NewBoard,
  ProvisionedBoard,
} from '@nascente/contract/telemetry/inventory';
import type { BoardTraits } from '@nascente/domain/sites/boards/board-traits';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { AuditTrail, NewAuditEvent } from '../../people/audit/index.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { Conflict, InvalidInput, NotFound } from '../../platform/errors.ts';
import type { Actor, Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { Enqueuing } from '../../platform/jobs/work-queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashClaimCode, hashDeviceKey, newClaimCode, newDeviceKey } from '../../sites/board-claims/index.ts';
import type { InstalledBoard, MeterDirectory, Releasing } from '../../sites/meters/index.ts';
import {
  type BoardPast,
  createAssigningRepository,
  createProvisioningRepository,
  type ProvisioningRepository,
} from './provisioning.repository.ts';

interface Released {
  readonly email: string;
  readonly mac: string;
  readonly meter: string;
  readonly establishment: string;
}

/** Sends an e-mail to the owner of a meter when its board is removed. */
type ReleaseMail = (installed: InstalledBoard, mac: string, options: Enqueuing) => Promise<void>;

/** Must be called before the jobs start, because it registers a kind of e-mail. */
export const createReleaseMail = (needs: Pick<Platform, 'mail'>): ReleaseMail => {
  const mailMessages = needs.mail.kind<Released>(
    'board-released',
    async ({ email, mac, meter, establishment }) => ({
      to: email,
      subject: 'Uma placa foi retirada da sua conta',
      heading: 'Uma placa foi retirada da sua conta',
      paragraphs: [
        `O suporte liberou a placa ${mac}, que estava instalada como ${meter} em ${establishment}.`,
        'Ela não envia mais medições para a sua conta. O que ela mediu até agora continua no estabelecimento.',
      ],
      notes: ['Se você ainda usa esta placa, fale com o suporte.'],
    }),
  );
  return ({ ownerEmail: email, name: meter, establishmentName: establishment }, mac, options) =>
    mailMessages.send({ email, mac, meter, establishment }, options);
};

/** Removes a board from its installation and notifies the owner. Throws Conflict if the board is not installed. */
export type ReleaseService = (caller: Actor, mac: Mac) => Promise<void>;

export const createReleaseService = (needs: {
  db: Connection;
  releasing: Releasing;
  mailer: ReleaseMail;
  directory: Pick<MeterDirectory, 'settle'>;
}): ReleaseService => {
  const { db, releasing, mailer, directory } = needs;
  return async (caller, mac) => {
    requirePermission(caller, 'provision-boards');
    await db.transaction().execute(async (within) => {
      const installed = await releasing(within, caller, mac);
      await mailer(installed, mac, { within });
    });
    await directory.settle([{ mac }]);
  };
};

export const createAssigningService = (needs: { db: Connection; audit: AuditTrail }) => ({
  /**
   * Assigns boards in stock to Managers, all or nothing. Throws InvalidInput naming every board that is unknown or
   * installed, and every e-mail that is no Manager's.
   *
   * @returns the number of boards
   */
  async assign(caller: Actor, boards: readonly BoardAssignment[]): Promise<number> {
    requirePermission(caller, 'provision-boards');
    await needs.db.transaction().execute(async (within) => {
      const repository = createAssigningRepository(within);
      const isInstalled = await repository.holdBoards(boards.map(({ mac }) => mac));
      const managers = await repository.managers(boards.flatMap(({ email }) => email ?? []));
      const problemOf = ({ mac, email }: BoardAssignment): string | null => {
        const installed = isInstalled.get(mac);
        if (installed === undefined) return `Placa não encontrada: ${mac}.`;
        if (installed) return `A placa ${mac} está instalada: libere a placa antes de atribuir.`;
        return email === null || managers.has(email) ? null : `Não há gestor com o e-mail ${email}.`;
      };
      const errors = boards.flatMap((board, index) => {
        const msg = problemOf(board);
        return msg === null ? [] : [{ path: `boards.${index}`, msg }];
      });
      if (errors[0]) throw new InvalidInput(errors[0].msg, errors);
      const assigned = boards.map(({ mac, email }) => ({
        mac,
        accountId: email === null ? null : (managers.get(email) ?? null),
      }));
      await repository.assign(assigned);
      for (const [accountId, macs] of Map.groupBy(assigned, ({ accountId: subject }) => subject)) {
        const detail = {
          boards: String(macs.length),
          macs: macs
            .slice(0, 3)
            .map(({ mac }) => mac)
            .join(', '),
        };
        const event = { action: 'boards-assigned', by: caller, subjectId: accountId } as const;
        await needs.audit.record({ ...event, detail }, within);
      }
    });
    return boards.length;
  },
});

const MAX_NAMED = 50;
/** The tariff and the general meter of an installation were checked against the type of its board. */
const INSTALLED = 'Esta placa está instalada: remova o medidor antes de mudar o tipo.';

const normalize = ({ type, ...board }: NewBoard) =>
  type === 'tri' ? { ...board, type: 'eletric' as const, model: 'tri' as const } : { ...board, type };

/** Hashes one after the other: ten thousand at once would delay file access and DNS lookups, which share these threads. */
const hashed = async <B extends Omit<ProvisionedBoard, 'link'>>(boards: readonly B[]) => {
  const rows: (B & { keyHash: Buffer; claimHash: Buffer })[] = [];
  for (const board of boards) {
    const claimHash = await hashClaimCode(board.code, board.mac);
    rows.push({ ...board, keyHash: hashDeviceKey(board.key), claimHash });
  }
  return rows;
};

const refuseRepeated = (boards: readonly NewBoard[]): void => {
  const seen = new Set<string>();
  const errors = boards.flatMap(({ mac }, index) => {
    const isRepeated = seen.has(mac);
    seen.add(mac);
    return isRepeated ? [{ path: `boards.${index}.mac`, msg: `${mac} está repetido` }] : [];
  });
  if (errors[0]) throw new InvalidInput(errors[0].msg, errors);
};

const namesOf = (macs: readonly string[]): string => {
  const more = macs.length - MAX_NAMED;
  return macs.slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` e mais ${more}` : '');
};

export const createProvisioningService = (needs: {
  db: Connection;
  audit: AuditTrail;
  /** Called after the change is committed. */
  announce: (change: { readonly mac: Mac }) => void;
  /** The public address of the web application; `null`: links are paths without an address. */
  publicUrl: string | null;
}) => {
  const { db, audit, announce, publicUrl } = needs;

  /** The link to the registration form, with MAC and code filled in. */
  const linkOf = ({ mac, code }: { mac: string; code: string }): string => {
    const path = `/registerBoard?mac=${mac}&code=${code}`;
    return publicUrl === null ? path : new URL(path, publicUrl).href;
  };

  /** Locks a board, changes it and records an audit event, in one transaction. Throws NotFound. */
  const change = async (
    mac: Mac,
    { action, caller }: { action: NewAuditEvent['action']; caller: Actor },
    act: (boards: ProvisioningRepository, past: BoardPast) => Promise<void>,
  ): Promise<void> => {
    await db.transaction().execute(async (within) => {
      const boards = createProvisioningRepository(within);
      const past = await boards.lock(mac);
      if (past === null) throw new NotFound('Placa não encontrada.');
      await act(boards, past);
      await audit.record({ action, by: caller, subjectId: null, detail: { mac } }, within);
    });
    announce({ mac });
  };

  return {
    /** The MACs that are already in the inventory. */
    async findKnown(caller: Caller, macs: readonly string[]): Promise<string[]> {
      requirePermission(caller, 'see-inventory');
      return createProvisioningRepository(db).storedMacs(macs);
    },
    /** Adds boards with new keys and claim codes, all or nothing. Throws Conflict naming those that exist. */
    async provision(caller: Actor, newBoards: readonly NewBoard[]): Promise<ProvisionedBoard[]> {
      requirePermission(caller, 'provision-boards');
      refuseRepeated(newBoards);
      const boards = newBoards.map((board) => ({
        ...normalize(board),
        key: newDeviceKey(),
        code: newClaimCode(),
      }));
      const rows = await hashed(boards);
      const macs = newBoards.map(({ mac }) => mac);
      await db.transaction().execute(async (within) => {
        const inventory = createProvisioningRepository(within);
        const storedMacs = await inventory.storedMacs(macs);
        if (storedMacs.length > 0)
          throw new Conflict(`Já existem placas com estes endereços: ${namesOf(storedMacs)}`);
        // A concurrent request added boards between the two statements.
        if ((await inventory.add(rows)) < rows.length)
          throw new Conflict('Algumas destas placas acabam de ser cadastradas. Confira o inventário.');
        const detail = { boards: String(rows.length), macs: namesOf(macs.slice(0, 3)) };
        await audit.record({ action: 'boards-provisioned', by: caller, subjectId: null, detail }, within);
      });
      return boards.map(({ mac, key, code }) => ({ mac, key, code, link: linkOf({ mac, code }) }));
    },
    /** Throws Conflict if a reading of the board was accepted, and for another type while the board is installed. */
    async edit(caller: Actor, mac: Mac, traits: BoardTraits): Promise<void> {
      requirePermission(caller, 'provision-boards');
      await change(
        mac,
        { action: 'board-changed', caller },
        async (boards, { hasReadings, isInUse, type }) => {
          if (hasReadings)
            throw new Conflict('Esta placa já enviou leituras: tipo e modelo não podem mais ser alterados.');
          if (isInUse && traits.type !== type) throw new Conflict(INSTALLED);
          await boards.setTraits(mac, traits);
        },
      );
    },
    /** Replaces the key; the old key and its connection end at once. */
    async rotateKey(caller: Actor, mac: Mac): Promise<{ mac: string; key: string }> {
      requirePermission(caller, 'provision-boards');
      const key = newDeviceKey();
      await change(mac, { action: 'device-key-rotated', caller }, (boards) =>
        boards.setKey(mac, hashDeviceKey(key)),
      );
      return { mac, key };
    },
    /** The printed code becomes invalid at once; an existing installation stays. */
    async rotateClaimCode(caller: Actor, mac: Mac): Promise<LabelledBoard> {
      requirePermission(caller, 'provision-boards');
      const code = newClaimCode();
      const claimHash = await hashClaimCode(code, mac);
      await change(mac, { action: 'claim-code-rotated', caller }, (boards) =>
        boards.setClaimCode(mac, claimHash),
      );
      return { mac, code, link: linkOf({ mac, code }) };
    },
    /** Throws Conflict if the board was ever installed, because its readings and history refer to it. */
    async remove(caller: Actor, mac: Mac): Promise<void> {
      requirePermission(caller, 'provision-boards');
      await change(mac, { action: 'board-removed', caller }, async (boards, { wasInstalled }) => {
        if (wasInstalled)
          throw new Conflict(
            'Esta placa já foi instalada e continua no inventário por causa do histórico dela.',
          );
        await boards.remove(mac);
      });
    },
  };
};
