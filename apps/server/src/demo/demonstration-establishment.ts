import type { Equipment } from '@nascente/domain/telemetry/frames/topic';
import type { ProfileName } from '@nascente/virtual-meters/profiles/catalogue';
import type { TARIFFS } from './simple-tariffs.ts';

export interface DemonstrationMeter {
  readonly mac: string;
  readonly name: string;
  readonly comment: string;
  readonly isGeneral: boolean;
  readonly solarPanel?: boolean;
  /** The equipment system of the meter. */
  readonly system?: string;
  readonly equipment: Equipment;
  readonly profile: ProfileName;
  readonly tariff: keyof typeof TARIFFS;
  /** The meter stopped sending some days ago, and stays silent. */
  readonly silent?: boolean;
  /** Days since the installation of the meter; absent if it was installed with the others. */
  readonly measuredForDays?: number;
}

/** A meter, by default of one phase at the conventional tariff. */
export const meterOf = (
  values: Pick<DemonstrationMeter, 'mac' | 'name' | 'profile'> & Partial<DemonstrationMeter>,
): DemonstrationMeter => ({
  comment: '',
  isGeneral: false,
  equipment: 'emd',
  tariff: 'convencional',
  ...values,
});

export interface DemonstrationEstablishment {
  readonly seed: string;
  readonly name: string;
  readonly fantasyName: string | null;
  readonly corporateName: string | null;
  readonly cnpj: string | null;
  readonly activity: string | null;
  readonly numberOfEmployees: string | null;
  /** m². */
  readonly area: number | null;
  readonly headcount: number | null;
  readonly consumerUnit: string | null;
  readonly solarPanel: boolean;
  readonly tariffGroup: 'A' | 'B' | null;
  /** kW. */
  readonly contractedDemand: number | null;
  readonly billReadDay: number | null;
  readonly billName: string | null;
  readonly businessHours: object | null;
  readonly equipmentMetadata: object | null;
  /** Custom equipment, by name. */
  readonly equipments: readonly string[];
  readonly address: string;
  readonly number: string;
  readonly neighborhood: string;
  readonly postalCode: string;
  /** Days since its meters were installed; absent: since the beginning of the history. */
  readonly measuredForDays?: number;
  readonly meters: readonly DemonstrationMeter[];
}

/** The opening hours of a day; 8.5 means 8:30. */
export const openHours = (from: number, to: number) => ({
  open: true,
  openHour: { hour: Math.floor(from), minute: (from % 1) * 60 },
  closeHour: { hour: Math.floor(to), minute: (to % 1) * 60 },
});
