import type { BoardAssignment } from '@nascente/contract/telemetry/inventory';
import type { AuditTrail, NewAuditEvent } from '../../people/audit/index.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { InvalidInput } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import { createAssigningRepository } from './provisioning.repository.ts';

export type AssigningService = ReturnType<typeof createAssigningService>;

export const createAssigningService = (needs: { db: Connection; audit: AuditTrail }) => ({
  /**
   * Assigns boards in stock to Managers, all or nothing. Throws InvalidInput naming every board that is unknown or
   * installed, and every e-mail that is no Manager's.
   *
   * @returns the number of boards
   */
  async assign(
    caller: Caller,
    boards: readonly BoardAssignment[],
    device: NewAuditEvent['device'],
  ): Promise<number> {
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
        const by = { actorId: caller.accountId, subjectId: accountId, device };
        await needs.audit.record({ action: 'boards-assigned', ...by, detail }, within);
      }
    });
    return boards.length;
  },
});
