// Generated from the migrations. Regenerate after a change: `KEEP_TABLES=1 npx vitest run --project database table-types`.
import type { Day, Generated, Json, Numeric } from '../platform/database/schema.ts';

declare module '../platform/database/schema.ts' {
  interface Schema {
    billing_contract: {
      changed_at: Date;
      changed_by: string | null;
      establishment_id: string;
      tariff_id: string | null;
      terms: Json;
      type: 'eletric' | 'water';
      valid_from: Day;
    };
    board: {
      assigned_to: string | null;
      claim_hash: Buffer | null;
      created_at: Generated<Date>;
      equipment: 'emd' | 'emd3p';
      key_hash: Buffer;
      mac: string;
      model: 'mono' | 'tri';
      type: 'eletric' | 'water';
    };
    board_stay: {
      installation_id: number;
      mac: string;
      since: Date;
      until: Date | null;
    };
    establishment: {
      activity: string | null;
      address: string | null;
      area_m2: Numeric | null;
      bill_image_id: string | null;
      bill_name: string | null;
      bill_read_day: number | null;
      business_hours: Json | null;
      city: string | null;
      cnpj: string | null;
      consumer_unit: string | null;
      contracted_demand_kw: Numeric | null;
      corporate_name: string | null;
      created_at: Generated<Date>;
      description: string | null;
      display_name: Generated<string>;
      equipment_metadata: Json | null;
      equipments: Generated<Json>;
      fantasy_name: string | null;
      headcount: number | null;
      id: Generated<string>;
      name: string;
      neighborhood: string | null;
      number: string | null;
      number_of_employees: string | null;
      owner_id: string;
      postal_code: string | null;
      request_hash: Buffer | null;
      solar_panel: Generated<boolean>;
      state: string | null;
      tariff_group: 'A' | 'B' | null;
      tariff_id: string | null;
      voltage: 110 | 220 | null;
      zone: Generated<string>;
    };
    flag_month: {
      flag: 'verde' | 'amarela' | 'vermelha-1' | 'vermelha-2' | 'escassez-hidrica';
      month: Day;
      price: Numeric;
    };
    flag_price: {
      flag: 'verde' | 'amarela' | 'vermelha-1' | 'vermelha-2' | 'escassez-hidrica';
      price: Numeric;
      valid_from: Day;
    };
    group_member: {
      added_on: Day;
      group_id: string;
      installation_id: number;
      since: Day;
      until: Day | null;
    };
    image: {
      account_id: string | null;
      content: Buffer;
      content_type: string;
      created_at: Date;
      height: number;
      id: Generated<string>;
      width: number;
    };
    image_use: {
      establishment_id: string;
      image_id: string;
    };
    installation: {
      board_since: Date | null;
      comment: Generated<string>;
      created_at: Generated<Date>;
      establishment_id: string;
      first_installed_at: Date | null;
      id: Generated<number>;
      installed_at: Date;
      is_general: Generated<boolean>;
      mac: string;
      moved_from: number | null;
      name: string;
      rated_phase_w: number | null;
      removed_at: Date | null;
      solar_panel: Generated<boolean>;
      system: string | null;
      tariff_id: string | null;
      voltage: Generated<110 | 220>;
    };
    meter_access: {
      account_id: string;
      installation_id: number;
    };
    meter_group: {
      created_at: Date;
      due_day: number | null;
      due_on: Day | null;
      id: Generated<string>;
      name: string;
      owner_id: string;
      type: 'eletric' | 'water';
    };
    meter_note: {
      account_id: string | null;
      at: Date;
      id: Generated<string>;
      installation_id: number;
      text: string;
      until: Date | null;
      written_at: Date;
    };
    reading_date: {
      day: Day;
      establishment_id: string;
      type: 'eletric' | 'water';
    };
    replaced_board: {
      installation_id: number;
      mac: string;
      since: Date;
      until: Date;
    };
    tariff: {
      color: Generated<string>;
      comment: Generated<string>;
      distributor: string;
      distributor_cnpj: string | null;
      id: Generated<string>;
      modality: Generated<'simple' | 'convencional' | 'branca' | 'verde' | 'azul' | 'water'>;
      tariff_group: string;
      type: Generated<'eletric' | 'water'>;
    };
    tariff_version: {
      created_at: Generated<Date>;
      created_by: string | null;
      in_point: Numeric;
      inter_point: Numeric;
      out_point: Numeric;
      price_text: string | null;
      rules: Json | null;
      source: Generated<string>;
      tariff_id: string;
      valid_from: Day;
      valid_until: Day | null;
    };
    vat_period: {
      cbs: Numeric;
      effect: 'charged' | 'informed';
      ends_pis_cofins: 'due' | 'reading' | null;
      ibs_municipal: Numeric;
      ibs_state: Numeric;
      is_confirmed: boolean;
      source: string;
      valid_from: Day;
    };
    cosip_period: {
      cosip: Json;
      municipality: string;
      source: string;
      valid_from: Day;
    };
  }
}
