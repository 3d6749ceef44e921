/** Durable by default; for the memory and the disks of a small machine, and for tables that are only added to. */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  superuser_reserved_connections: '3',
  // A question of readings locks the 400 days that may hold them: each connection notes as many by itself, which is quicker
  // than in the table that all share (0.2 ms a question).
  max_locks_per_transaction: '512',
  shared_buffers: '128MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  wal_buffers: '16MB',
  max_wal_size: '4GB',
  min_wal_size: '128MB',
  checkpoint_timeout: '15min',
  checkpoint_completion_target: '0.9',
  synchronous_commit: 'on',
  jit: 'off',
  random_page_cost: '1.1',
  // Rows are added and seldom changed: vacuum by what was inserted, early enough for index-only reads.
  autovacuum_max_workers: '2',
  autovacuum_naptime: '30s',
  autovacuum_vacuum_insert_scale_factor: '0.1',
  autovacuum_analyze_scale_factor: '0.05',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_min_messages: 'warning',
  log_line_prefix: '',
  log_statement: 'none',
};

/** Tests need no durability, and must not wait for disks. */
const FORGETFUL: Readonly<Record<string, string>> = {
  fsync: 'off',
  full_page_writes: 'off',
  max_wal_size: '1GB',
  max_connections: '200',
};

interface PostgresOptions {
  readonly socketDirectory: string;
  readonly port: number;
  readonly durable: boolean;
  /** In place of those that it always has. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Shown by `show cluster_name`. */
  readonly name: string;
}

/** The arguments of `postgres` for a directory of its files. */
export const postgresArguments = (directory: string, options: PostgresOptions): readonly string[] => {
  const settings = {
    ...SETTINGS,
    ...(options.durable ? {} : FORGETFUL),
    unix_socket_directories: options.socketDirectory,
    port: String(options.port),
    cluster_name: options.name,
    ...options.settings,
  };
  return [
    '-D',
    directory,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
};
