/** Connections that have signed in, by whose they are. */
interface NamedConnections<Connection> {
  readonly add: (name: string, connection: Connection) => void;
  readonly remove: (name: string, connection: Connection) => void;
  readonly count: (name: string | null) => number;
  /** Drops the oldest of a name until no more than so many are left. */
  readonly keepNewest: (name: string, most: number, drop: (connection: Connection) => void) => void;
}

export const createNamedConnections = <Connection>(): NamedConnections<Connection> => {
  const byName = new Map<string, Set<Connection>>();

  const remove = (name: string, connection: Connection): void => {
    const same = byName.get(name);
    if (same?.delete(connection) === true && same.size === 0) byName.delete(name);
  };

  return {
    add(name, connection) {
      const same = byName.get(name) ?? new Set();
      byName.set(name, same.add(connection));
    },
    remove,
    count: (name) => (name === null ? 0 : (byName.get(name)?.size ?? 0)),
    keepNewest(name, most, drop) {
      const same = byName.get(name);
      if (same === undefined) return;
      for (const oldest of [...same].slice(0, Math.max(0, same.size - most))) {
        remove(name, oldest);
        drop(oldest);
      }
    },
  };
};
