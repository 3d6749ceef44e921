import type { Zone } from '@nascente/domain/base/time/zone';

/** An establishment of a customer. One without CNPJ is a location: only its address is known. */
export interface Establishment {
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly fantasyName: string | null;
  readonly corporateName: string | null;
  readonly cnpj: string | null;
  readonly activity: string | null;
  readonly numberOfEmployees: string | null;
  readonly areaM2: number | null;
  readonly headcount: number | null;
  readonly consumerUnit: string | null;
  readonly hasSolarPanel: boolean;
  readonly voltage: number | null;
  readonly tariffGroup: 'A' | 'B' | null;
  readonly contractedDemandKw: number | null;
  readonly billReadDay: number | null;
  readonly billName: string | null;
  readonly billImageId: string | null;
  /** The distributor's tariff by which the whole establishment is billed. */
  readonly tariffId: string | null;
  /** As it was stored, as the next two are. */
  readonly businessHours: unknown;
  readonly equipmentMetadata: unknown;
  readonly equipments: unknown;
  readonly zone: Zone;
  readonly postalCode: string | null;
  readonly address: string | null;
  readonly number: string | null;
  readonly neighborhood: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly description: string | null;
}
