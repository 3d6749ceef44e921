/** A group of electricity meters of the demonstration, by MAC. */
export interface DemonstrationGroup {
  readonly name: string;
  /** Day of the month on which its share is due. */
  readonly dueDay: number | null;
  readonly macs: readonly string[];
}

/** The tenants of the gallery by floor, who pay a share of its bill, and the company's production. */
export const GROUPS: readonly DemonstrationGroup[] = [
  { name: 'Galeria, térreo', dueDay: 20, macs: ['02:4E:41:00:00:0A', '02:4E:41:00:00:0B'] },
  { name: 'Galeria, sobreloja', dueDay: 20, macs: ['02:4E:41:00:00:0C'] },
  { name: 'Produção', dueDay: null, macs: ['02:4E:41:00:00:01', '02:4E:41:00:00:07'] },
];
