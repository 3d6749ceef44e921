import type { ServerPart } from '@nascente/contract/operations/status';
import type { Role } from './config-parsers.ts';
import type { ReadinessCheck } from './platform/http/operations.ts';

/** What a process of these roles cannot do its work without, as /ready, /metrics and the page *Servidor* tell. */
export const neededParts = (needs: {
  roles: ReadonlySet<Role>;
  isDatabaseReady: () => Promise<boolean> | boolean;
  isBrokerOpen: () => boolean;
  /** Null: nothing stands before the database. */
  isLogReady: (() => Promise<boolean> | boolean) | null;
  isStalled: () => boolean;
}): readonly ReadinessCheck<ServerPart>[] => {
  const { roles, isDatabaseReady, isBrokerOpen, isLogReady, isStalled } = needs;
  // It acknowledges what the log holds: whoever balances by /ready must not take away all edges with the database.
  const isEdgeBeforeLog = isLogReady !== null && roles.has('edge') && roles.size === 1;
  return [
    ...(isEdgeBeforeLog ? [] : [{ name: 'database' as const, isReady: isDatabaseReady }]),
    { name: 'broker', isReady: () => !roles.has('edge') || isBrokerOpen() },
    ...(isLogReady === null ? [] : [{ name: 'log' as const, isReady: isLogReady }]),
    { name: 'lag', isReady: () => !isStalled() },
  ];
};
