import type { CivilDate } from '../../base/time/civil-day.ts';
import { addDays } from '../../base/time/civil-day.ts';
import type { Price } from '../../base/units/price.ts';
import type { ElectricModality, EnergyPrice, Subgroup } from '../tariffs/tariff-rules.ts';
import type { TouPeriod } from '../tou-windows/tou-periods.ts';
import {
  type AneelRow,
  createRefusalCounter,
  distributorKey,
  partsOf,
  type RowRefusals,
} from './aneel-row.ts';

/** A decision of ANEEL that is valid from `from` to `until`, both included. */
export interface Decided {
  readonly from: CivilDate;
  readonly until: CivilDate;
  /** As in ANEEL's file: 'RESOLUÇÃO HOMOLOGATÓRIA Nº 3.459, DE 20 DE MAIO DE 2025'; empty if the file states none. */
  readonly resolution: string;
}

const MONTHS = 'jan fev mar abr mai jun jul ago set out nov dez'.split(' ');
const RESOLUTION_DATE = /(\d{1,2})º? DE ([A-ZÇ]{3,9}) DE (\d{4})/;

/**
 * Date of a resolution as 'YYYY-MM-DD'; empty, which sorts first, if it states none. Resolutions are ordered by date because
 * their numbers may be mistyped.
 */
export function resolutionDate(resolution: string): string {
  const [, day = '', month = '', year = ''] = RESOLUTION_DATE.exec(resolution.toUpperCase()) ?? [];
  const ordinal = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  return ordinal === 0 ? '' : `${year}-${String(ordinal).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/**
 * Order of overlapping validities, as published files have them: on a shared day the later start prevails, else the earlier end,
 * else the later resolution.
 */
function isBefore(a: Decided, b: Decided): boolean {
  if (a.from !== b.from) return a.from > b.from;
  if (a.until !== b.until) return a.until < b.until;
  return resolutionDate(a.resolution) > resolutionDate(b.resolution);
}

/** A decision in force from a day until the next interval begins. */
interface CycleInterval<D extends Decided> {
  readonly validFrom: CivilDate;
  readonly decided: D;
}

/**
 * Converts overlapping validities to consecutive intervals, oldest first. After a nested validity, the outer one applies again; a
 * gap belongs to the interval before it.
 */
export function timelineOf<D extends Decided>(decided: readonly D[]): CycleInterval<D>[] {
  const starts = decided.flatMap(({ from, until }) => [from, addDays(until, 1)]);
  const boundaries = [...new Set(starts)].sort();
  const intervals: CycleInterval<D>[] = [];
  for (const day of boundaries) {
    const active = decided.filter(({ from, until }) => from <= day && day <= until);
    const [first, ...others] = active;
    if (first === undefined) continue;
    const holds = others.reduce((best, other) => (isBefore(other, best) ? other : best), first);
    if (intervals.at(-1)?.decided !== holds) intervals.push({ validFrom: day, decided: holds });
  }
  return intervals;
}

/** Prices of a tariff from a day on, complete for its modality. */
export interface AneelVersion {
  readonly validFrom: CivilDate;
  /** Last day of the published validity; the next version may begin earlier. */
  readonly validUntil: CivilDate;
  /** Resolution; empty if the file states none. */
  readonly resolution: string;
  /** R$/kWh. */
  readonly energy: Readonly<Partial<Record<TouPeriod, EnergyPrice>>>;
  /** R$/kW: the TUSD. */
  readonly demand: Readonly<Partial<Record<TouPeriod, Price>>>;
}

/** A tariff with its versions, oldest first; at least one. */
export interface AneelTariff {
  /** The most recent name in the file; with the CNPJ if two distributors have the same name. */
  readonly distributor: string;
  readonly distributorKey: string;
  readonly cnpj: string | null;
  readonly subgroup: Subgroup;
  readonly modality: ElectricModality;
  readonly class: string;
  readonly subclass: string;
  readonly versions: readonly AneelVersion[];
}

/** The result of a file: its tariffs; every unused row is counted by its reason. */
export interface AneelAssembled {
  readonly tariffs: readonly AneelTariff[];
  readonly takenRows: number;
  readonly refusals: RowRefusals;
}

interface Draft extends Pick<AneelRow, 'from' | 'until' | 'resolution'> {
  readonly parts: Map<string, EnergyPrice>;
  rows: number;
  isContradictory: boolean;
}

interface Sheaf {
  readonly about: Pick<AneelRow, 'subgroup' | 'modality' | 'class' | 'subclass'>;
  readonly distributor: Named;
  readonly drafts: Map<string, Draft>;
}

interface Named {
  readonly key: string;
  readonly cnpj: string;
  name: string;
  /** First day of the newest validity under this name. */
  latest: string;
}

interface AneelAssembly {
  add(row: AneelRow): void;
  finish(): AneelAssembled;
}

/** Returns a function that stores repeated texts once, and copies them, so that they do not keep the whole line in memory. */
function createPool(): (text: string) => string {
  const pool = new Map<string, string>();
  return (text) => {
    const pooled = pool.get(text);
    if (pooled !== undefined) return pooled;
    const own = Array.from(text).join('');
    pool.set(own, own);
    return own;
  };
}

function versionOf(draft: Draft, validFrom: CivilDate): AneelVersion {
  const of = (measure: string) =>
    [...draft.parts].flatMap(([part, price]) =>
      part.startsWith(measure) ? [[part.slice(measure.length + 1), price] as const] : [],
    );
  return {
    validFrom,
    validUntil: draft.until,
    resolution: draft.resolution,
    energy: Object.fromEntries(of('energy')),
    demand: Object.fromEntries(of('demand').map(([touPeriod, { tusd }]) => [touPeriod, tusd])),
  };
}

function defectOf({ parts, isContradictory }: Draft, modality: ElectricModality) {
  if (isContradictory) return 'contradictory';
  if (partsOf(modality).some((part) => !parts.has(part))) return 'incomplete';
  return [...parts.values()].every(({ tusd, te }) => tusd === 0n && te === 0n) ? 'no-price' : null;
}

/** Display names of distributors: of two with the same name, the older one gets its CNPJ appended. */
function displayNames(distributors: Iterable<Named>): ReadonlyMap<Named, string> {
  const used = new Set<string>();
  const newestFirst = [...distributors].sort((a, b) => (a.latest < b.latest ? 1 : -1));
  return new Map(
    newestFirst.map((distributor) => {
      const { key, name } = distributor;
      const shown = used.has(name.toUpperCase()) ? `${name} (${key})` : name;
      used.add(shown.toUpperCase());
      return [distributor, shown];
    }),
  );
}

/** Collects rows of consumers' tariffs in any order and combines them into tariffs. */
export function createAneelAssembly(): AneelAssembly {
  const keep = createPool();
  const sheaves = new Map<string, Sheaf>();
  const distributors = new Map<string, Named>();
  const refused = createRefusalCounter();
  let takenRows = 0;

  const distributorOf = (row: AneelRow): Named => {
    const key = keep(distributorKey(row.cnpj, row.distributor));
    const named = distributors.get(key) ?? { key, cnpj: keep(row.cnpj), name: '', latest: '' };
    distributors.set(key, named);
    if (row.from > named.latest) {
      named.name = keep(row.distributor);
      named.latest = keep(row.from);
    }
    return named;
  };
  const sheafOf = (row: AneelRow): Sheaf => {
    const distributor = distributorOf(row);
    const { subgroup, modality } = row;
    const about = {
      subgroup: keep(subgroup) as Subgroup,
      modality,
      class: keep(row.class),
      subclass: keep(row.subclass),
    };
    const id = keep(`${distributor.key};${subgroup};${modality};${row.class};${row.subclass}`);
    const sheaf = sheaves.get(id) ?? { about, distributor, drafts: new Map() };
    sheaves.set(id, sheaf);
    return sheaf;
  };
  const draftOf = (sheaf: Sheaf, row: AneelRow): Draft => {
    const id = keep(`${row.from};${row.until};${row.resolution}`);
    const [from, until] = [keep(row.from) as CivilDate, keep(row.until) as CivilDate];
    const fresh = { from, until, resolution: keep(row.resolution), rows: 0, isContradictory: false };
    const draft = sheaf.drafts.get(id) ?? { ...fresh, parts: new Map() };
    sheaf.drafts.set(id, draft);
    return draft;
  };
  const versionsOf = ({ about, drafts }: Sheaf): AneelVersion[] => {
    const sound = [...drafts.values()].filter((draft) => {
      const defect = defectOf(draft, about.modality);
      if (defect !== null) refused.add(defect, draft.rows);
      return defect === null;
    });
    const intervals = timelineOf(sound);
    const holding = new Set(intervals.map(({ decided }) => decided));
    for (const draft of sound) {
      if (holding.has(draft)) takenRows += draft.rows;
      else refused.add('replaced', draft.rows);
    }
    return intervals.map(({ validFrom, decided }) => versionOf(decided, validFrom));
  };

  return {
    add(row) {
      const draft = draftOf(sheafOf(row), row);
      const part = keep(`${row.measure} ${row.touPeriod}`);
      const energyPart = draft.parts.get(part);
      if (energyPart === undefined) {
        draft.parts.set(part, { tusd: row.tusd, te: row.te });
        draft.rows += 1;
      } else if (energyPart.tusd === row.tusd && energyPart.te === row.te) refused.add('repeated');
      else {
        draft.isContradictory = true;
        draft.rows += 1;
      }
    },
    finish() {
      const names = displayNames(distributors.values());
      const tariffs = [...sheaves.values()].flatMap((sheaf) => {
        const { key, cnpj } = sheaf.distributor;
        const distributor = names.get(sheaf.distributor) as string;
        const versions = versionsOf(sheaf);
        return versions.length === 0
          ? []
          : [{ ...sheaf.about, distributor, distributorKey: key, cnpj: cnpj || null, versions }];
      });
      return { tariffs, takenRows, refusals: refused.counts };
    },
  };
}
