/** Tables of boards that count by registers. */
export interface RegisterTables {
  board_adapter: BoardAdapterTable;
  register_step: RegisterStepTable;
  register_verdict: RegisterVerdictTable;
  /** The rest of its columns is read and written by plain SQL only. */
  adapted_state: { installation_id: number };
}

interface BoardAdapterTable {
  mac: string;
  adapter: 'shelly-gen1' | 'shelly-gen2' | 'tasmota' | 'zigbee2mqtt' | 'generic';
  topic: string;
  zone: string;
  mapping: unknown;
  register_width: number | null;
  most_per_hour: number | null;
  updated_at: Date;
}

/** Written by plain SQL only. */
interface RegisterStepTable {
  installation_id: number;
  register: string;
  at: Date;
  raw: number;
  verdict: string;
}

interface RegisterVerdictTable {
  installation_id: number;
  register: string;
  at: Date;
  chosen: string | null;
  before: string;
  reason: string;
  account_id: string | null;
  decided_at: Date;
}
