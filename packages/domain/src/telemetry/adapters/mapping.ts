import { parseLocalTime } from '../../base/time/local-clock.ts';
import type { Instant, Zone } from '../../base/time/zone.ts';
import { parseDecimalText } from '../frames/decimal-field.ts';
import type { RefusalReason } from '../frames/refusal.ts';
import { scanTimestamp } from '../frames/timestamp-field.ts';
import {
  factorOf,
  type InstantField,
  isRegister,
  type MappedField,
  type MappedUnit,
  type RegisterName,
} from './mapped-field.ts';

/**
 * The value at a path such as `ENERGY.Total.0`; an empty path is the value itself. Keys may contain points, so the longest
 * matching key is used. Index 0 of a value that is no list is the value. @returns undefined if there is no value
 */
function valueAtPath(value: unknown, path: string): unknown {
  return path === '' ? value : valueAt(value, path.split('.'));
}

function valueAt(value: unknown, keys: readonly string[]): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return value;
  if (Array.isArray(value)) return valueAt(value[Number(key)], rest);
  if (typeof value !== 'object' || value === null) return key === '0' ? valueAt(value, rest) : undefined;
  for (let length = keys.length; length > 0; length--) {
    const name = keys.slice(0, length).join('.');
    if (Object.hasOwn(value, name)) return valueAt(value[name as never], keys.slice(length));
  }
  return undefined;
}

/** Assigns a value of a message to a field. */
export interface MappingRule {
  /** Topic below the board's topic; empty: that topic itself. `+` matches one level. */
  readonly topic: string;
  /** Path in the JSON, see {@link valueAtPath}; empty if the payload is the number. */
  readonly path: string;
  readonly field: MappedField;
  readonly unit: MappedUnit;
  /** Ratio of current or voltage transformers. */
  readonly multiplier?: number;
  readonly sign?: 'signed' | 'absolute' | 'negated';
  /** Path of the direction: the value becomes negative for the text `is`, positive for another one; else `sign` applies. */
  readonly negativeWhere?: { readonly path: string; readonly is: string };
  /** The rule applies only if this path has a value too. */
  readonly onlyWith?: string;
  /** A power factor in percent, which some firmware sends as a ratio: values up to 1 are ratios. */
  readonly mayBeRatio?: true;
  /** With `addsRegisters`, the rule applies only if another rule of the register has no value. */
  readonly fallback?: true;
}

/** Conversion of a board's messages to fields of a frame. */
export interface Mapping {
  /**
   * Of several rules of a field, the first with a value applies. With `addsRegisters`, rules of a register are added (T1 + T2);
   * if one has no value, only a `fallback` applies.
   */
  readonly rules: readonly MappingRule[];
  readonly addsRegisters?: true;
  /**
   * Groups of paths to the time of measurement, which is the newest time of the first group with at least one time. Empty: the
   * time of arrival counts.
   */
  readonly times: readonly (readonly string[])[];
}

/** The content of a message in the units of a frame; registers in whole thousandths of Wh, varh and litres. */
export interface Adapted {
  /** Time by the device's clock; null if the message has none. */
  readonly at: Instant | null;
  readonly measured: Readonly<Partial<Record<InstantField, number>>>;
  readonly registers: Readonly<Partial<Record<RegisterName, number>>>;
}

/** The values of a message, or the reason why it is refused. */
export type AdaptedOutcome = Adapted | { readonly refused: RefusalReason };

const REFUSED = { refused: 'bad-number' } as const;

/** Reads a payload by the rules of its topic. @param topic - below the board's topic */
export function readByMapping(mapping: Mapping, topic: string, payload: string, zone: Zone): AdaptedOutcome {
  const rules = mapping.rules.filter((rule) => isTopicOf(rule.topic, topic));
  if (rules.length === 0) return { refused: 'unmapped-topic' };
  const content = contentOf(payload, rules);
  if (content === undefined) return { refused: 'bad-json' };
  const at = timeOf(content, mapping.times, zone);
  if (at !== null && Number.isNaN(at)) return { refused: 'bad-timestamp' };
  const values = new Map<MappedField, number>();
  for (const [field, ofField] of Map.groupBy(rules, (rule) => rule.field)) {
    const value =
      mapping.addsRegisters && isRegister(field)
        ? sumOfRules(ofField, content)
        : firstOfRules(ofField, content);
    if (value === null) continue;
    if (Number.isNaN(value)) return REFUSED;
    values.set(field, value);
  }
  return adaptedOf(at, values);
}

function firstOfRules(rules: readonly MappingRule[], content: unknown): number | null {
  for (const rule of rules) {
    const value = ruleValue(rule, content);
    if (value !== null) return value;
  }
  return null;
}

/** Sum of the rules that are no fallbacks; if one of them has no value, the first fallback with a value, else null. */
function sumOfRules(rules: readonly MappingRule[], content: unknown): number | null {
  const added = rules
    .filter(({ fallback }) => fallback === undefined)
    .map((rule) => ruleValue(rule, content));
  if (added.length > 0 && added.every((value) => value !== null))
    return added.reduce<number>((sum, value) => sum + value, 0);
  return firstOfRules(
    rules.filter(({ fallback }) => fallback),
    content,
  );
}

/** Whether a topic matches a pattern, in which `+` matches one level. */
export function isTopicOf(pattern: string, topic: string): boolean {
  if (pattern === topic) return true;
  const [levels, topicLevels] = [pattern.split('/'), topic.split('/')];
  return (
    levels.length === topicLevels.length &&
    levels.every((level, index) => level === '+' || level === topicLevels[index])
  );
}

/** The parsed JSON, or the text if all rules use the payload itself; undefined if the payload is no JSON. */
function contentOf(payload: string, rules: readonly MappingRule[]): unknown {
  if (rules.every(({ path }) => path === '')) return payload.trim();
  try {
    return JSON.parse(payload) as unknown;
  } catch {
    return undefined;
  }
}

function timeOf(content: unknown, groups: Mapping['times'], zone: Zone): Instant | null {
  for (const group of groups) {
    const found = group
      .map((path) => valueAtPath(content, path))
      .filter((value) => value !== undefined && value !== null);
    if (found.length > 0) return Math.max(...found.map((value) => readTime(value, zone))) as Instant;
  }
  return null;
}

const FIRST_MILLISECONDS = 100_000_000_000;

function readTime(value: unknown, zone: Zone): number {
  if (typeof value === 'number') return Math.round(value < FIRST_MILLISECONDS ? value * 1000 : value);
  if (typeof value !== 'string') return Number.NaN;
  return parseLocalTime(value, zone) ?? scanTimestamp(value, 0, value.length);
}

/** Value of a rule: null if nothing was measured, NaN if it is no number. */
function ruleValue(rule: MappingRule, content: unknown): number | null {
  if (rule.onlyWith !== undefined && numberOf(valueAtPath(content, rule.onlyWith)) === null) return null;
  const value = numberOf(valueAtPath(content, rule.path));
  if (value === null) return null;
  const factor = rule.mayBeRatio && Math.abs(value) <= 1 ? 1 : factorOf(rule.unit);
  return value * signOf(rule, value, content) * factor * (rule.multiplier ?? 1);
}

function signOf({ sign, negativeWhere }: MappingRule, value: number, content: unknown): number {
  const upright = value < 0 ? -1 : 1;
  const direction = negativeWhere === undefined ? undefined : valueAtPath(content, negativeWhere.path);
  if (direction !== undefined) return direction === negativeWhere?.is ? -upright : upright;
  if (sign === 'absolute') return upright;
  return sign === 'negated' ? -1 : 1;
}

function numberOf(value: unknown): number | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'string') return parseDecimalText(value);
  return typeof value === 'number' ? value : Number.NaN;
}

function adaptedOf(at: Instant | null, values: ReadonlyMap<MappedField, number>): AdaptedOutcome {
  if (values.size === 0) return { refused: 'no-values' };
  const measured: Partial<Record<InstantField, number>> = {};
  const registers: Partial<Record<RegisterName, number>> = {};
  for (const [field, value] of values) {
    if (!isRegister(field)) measured[field] = tidy(value);
    else if (value < 0) return { refused: 'negative-register' };
    else {
      const thousandths = Math.round(value * 1000);
      if (!Number.isSafeInteger(thousandths)) return REFUSED;
      registers[field] = thousandths;
    }
  }
  return { at, measured, registers };
}

/** Rounds to nine decimals, which removes binary rounding errors; never -0. */
function tidy(value: number): number {
  return Math.round(value * 1e9) / 1e9 + 0;
}
