import { readFileSync } from 'node:fs';
import { DEFAULT_ZONE, parseZone, type Zone } from '@nascente/domain/base/time/zone';
import { type Mac, normalizeMac } from '@nascente/domain/sites/boards/mac';
import type { Equipment } from '@nascente/domain/telemetry/frames/topic';
import { isProfileName, PROFILE_NAMES, type ProfileName } from '../profiles/catalogue.ts';

/** One board of the boards file. */
export interface BoardEntry {
  readonly mac: Mac;
  /** The device key that was shown when the board was provisioned. */
  readonly key: string;
  readonly profile: ProfileName;
  readonly equipment: Equipment;
  readonly zone: Zone;
  /** Names the establishment: boards that share it have consistent loads. */
  readonly seed: string | null;
  /** Since when its water leaks, epoch ms; null for never. */
  readonly leakingFrom: number | null;
  /** Instant of the board's last message, epoch ms: its increments go on from there. */
  readonly resumeAt: number | null;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

function text(fields: Fields, name: string, missing?: string): string {
  const value = fields[name] ?? missing;
  if (typeof value !== 'string' || value === '') throw new Error(`'${name}' must be a text`);
  return value;
}

function profileOf(fields: Fields): ProfileName {
  const name = text(fields, 'profile');
  if (!isProfileName(name)) throw new Error(`'profile' must be one of ${PROFILE_NAMES.join(', ')}`);
  return name;
}

function equipmentOf(fields: Fields): Equipment {
  const name = text(fields, 'equipment', 'emd3p');
  if (name !== 'emd' && name !== 'emd3p') throw new Error("'equipment' must be emd or emd3p");
  return name;
}

function instantOf(fields: Fields, name: 'resumeAt' | 'leakingFrom'): number | null {
  if (fields[name] === undefined) return null;
  const at = Date.parse(text(fields, name));
  if (Number.isNaN(at)) throw new Error(`'${name}' must be an ISO 8601 instant`);
  return at;
}

function readEntry(fields: unknown): BoardEntry {
  if (!isFields(fields)) throw new Error('must be an object');
  const mac = normalizeMac(text(fields, 'mac'));
  if (mac === null) throw new Error("'mac' must be six hexadecimal pairs");
  const zone = parseZone(text(fields, 'zone', DEFAULT_ZONE));
  if (zone === null) throw new Error("'zone' must be an IANA zone, such as America/Sao_Paulo");
  return {
    mac,
    key: text(fields, 'key'),
    profile: profileOf(fields),
    equipment: equipmentOf(fields),
    zone,
    seed: fields.seed === undefined ? null : text(fields, 'seed'),
    leakingFrom: instantOf(fields, 'leakingFrom'),
    resumeAt: instantOf(fields, 'resumeAt'),
  };
}

/** Reads the boards out of JSON text. @throws Error with a line that says which board is wrong, and how. */
export function parseBoards(json: string): BoardEntry[] {
  const entries: unknown = JSON.parse(json);
  if (!Array.isArray(entries)) throw new Error('the boards file must hold a list');
  return entries.map((entry, index) => {
    try {
      return readEntry(entry);
    } catch (error) {
      throw new Error(`board ${index + 1}: ${error instanceof Error ? error.message : String(error)}`);
    }
  });
}

export function readBoardsFile(path: string): BoardEntry[] {
  return parseBoards(readFileSync(path, 'utf8'));
}
