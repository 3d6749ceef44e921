// Generated from the migrations. Regenerate after a change: `KEEP_TABLES=1 npx vitest run --project database table-types`.
import type { Day, Generated, Json } from '../platform/database/schema.ts';

declare module '../platform/database/schema.ts' {
  interface Schema {
    adapted_state: {
      at: Date | null;
      installation_id: number;
      measured: Generated<Json>;
    };
    board_adapter: {
      adapter: 'shelly-gen1' | 'shelly-gen2' | 'tasmota' | 'zigbee2mqtt' | 'generic';
      mac: string;
      mapping: Json | null;
      max_per_hour: number | null;
      register_width: number | null;
      topic: string;
      updated_at: Generated<Date>;
      zone: Generated<string>;
    };
    board_connection: {
      address: string;
      by_shared_credential: Generated<boolean>;
      connected_at: Date;
      disconnected_at: Date | null;
      edge: Generated<string>;
      held_back_at: Date | null;
      mac: string;
      protocol: string;
    };
    continuity_limits: {
      establishment_id: string;
      limits: Json;
    };
    last_state: {
      at: Date;
      installation_id: number;
      received_at: Date;
    };
    meter_day: {
      block_ends: number[] | null;
      capacitive: Buffer | null;
      consumed: Buffer | null;
      counts: Buffer | null;
      day: Day;
      format: number | null;
      frame_blocks: Buffer | null;
      frames: Generated<number>;
      imports: number[] | null;
      inductive: Buffer | null;
      injected: Buffer | null;
      installation_id: number;
      present: string | null;
      quality: Buffer | null;
      totals: Buffer | null;
      volume: Buffer | null;
    };
    outage_verdict: {
      account_id: string | null;
      ended_at: Date;
      establishment_id: string;
      installations: number[];
      judged_at: Date;
      started_at: Date;
      verdict: 'ordinary' | 'scheduled' | 'criticalDay' | 'emergency' | 'ownInstallation' | 'noOutage';
    };
    quarter: {
      capacitive_a_mvarh: Generated<number>;
      capacitive_b_mvarh: Generated<number>;
      capacitive_c_mvarh: Generated<number>;
      consumed_a_mwh: Generated<number>;
      consumed_b_mwh: Generated<number>;
      consumed_c_mwh: Generated<number>;
      frames: Generated<number>;
      import_id: number | null;
      inductive_a_mvarh: Generated<number>;
      inductive_b_mvarh: Generated<number>;
      inductive_c_mvarh: Generated<number>;
      injected_a_mwh: Generated<number>;
      injected_b_mwh: Generated<number>;
      injected_c_mwh: Generated<number>;
      installation_id: number;
      start: Date;
      volume_ml: Generated<number>;
    };
    reading: {
      at: Date;
      energy_a_mwh: number | null;
      energy_b_mwh: number | null;
      energy_c_mwh: number | null;
      flow: number | null;
      ia: number | null;
      ib: number | null;
      ic: number | null;
      installation_id: number;
      ithda: number | null;
      ithdb: number | null;
      ithdc: number | null;
      pfa: number | null;
      pfb: number | null;
      pfc: number | null;
      reactive_a_mvarh: number | null;
      reactive_b_mvarh: number | null;
      reactive_c_mvarh: number | null;
      rssi: number | null;
      t: number | null;
      va: number | null;
      vara: number | null;
      varb: number | null;
      varc: number | null;
      vb: number | null;
      vc: number | null;
      volume_ml: number | null;
      vthda: number | null;
      vthdb: number | null;
      vthdc: number | null;
      wa: number | null;
      wb: number | null;
      wc: number | null;
    };
    refused_count: {
      day: Day;
      frames: Generated<number>;
      reason: string;
    };
    refused_frame: {
      id: Generated<number>;
      mac: string | null;
      payload: Buffer;
      reason: string;
      received_at: Generated<Date>;
      topic: string;
    };
    refused_of_board: {
      day: Day;
      frames: number;
      mac: string;
      reason: string;
    };
    register_step: {
      at: Date;
      chosen: string | null;
      increment: Generated<number>;
      installation_id: number;
      is_settled: Generated<boolean>;
      raw: number;
      register: string;
      verdict: Generated<string>;
    };
    register_verdict: {
      account_id: string | null;
      at: Date;
      before: string;
      chosen: string | null;
      decided_at: Date;
      id: Generated<number>;
      installation_id: number;
      reason: string;
      register: string;
    };
    set_aside_quarter: {
      capacitive_a_mvarh: Generated<number>;
      capacitive_b_mvarh: Generated<number>;
      capacitive_c_mvarh: Generated<number>;
      consumed_a_mwh: Generated<number>;
      consumed_b_mwh: Generated<number>;
      consumed_c_mwh: Generated<number>;
      frames: Generated<number>;
      inductive_a_mvarh: Generated<number>;
      inductive_b_mvarh: Generated<number>;
      inductive_c_mvarh: Generated<number>;
      injected_a_mwh: Generated<number>;
      injected_b_mwh: Generated<number>;
      injected_c_mwh: Generated<number>;
      installation_id: number;
      start: Date;
      volume_ml: Generated<number>;
    };
  }
}
