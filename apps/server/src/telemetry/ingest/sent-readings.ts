import { MAX_READINGS, readingOfValues } from '@nascente/contract/telemetry/ingest';
import { type Mac, normalizeMac } from '@nascente/domain/sites/boards/mac';
import { lineOfValues, type UnreadableValues } from '@nascente/domain/telemetry/frames/frame-layout';
import { explainRefusal, type RefusalReason } from '@nascente/domain/telemetry/frames/refusal';
import { z } from 'zod/mini';
import { InvalidInput } from '../../platform/errors.ts';
import type { CachedBoard } from './board-directory.ts';
export type RefusedReading = ReturnType<typeof refuse>;

/** A reading of a call as a board's record, with its board. */
export interface SentLine {
  readonly index: number;
  readonly mac: Mac;
  readonly line: string;
}

/** The content of a call: records of boards, and invalid entries. */
interface SentReadings {
  readonly lines: readonly SentLine[];
  readonly refused: readonly RefusedReading[];
}

type Outcome = SentLine | RefusedReading;
type FindBoard = (mac: Mac) => Pick<CachedBoard, 'kind'> | undefined;

const refuse = (index: number, reason: RefusalReason, msg = explainRefusal(reason)) => ({
  index,
  reason,
  msg,
});

const NAMELESS = 'A leitura não diz de que medidor é: informe o MAC.';

const FIELD_SEPARATOR = ',';

/** The board of a record by its first field; a record without one belongs to its sender. */
const readLine = (line: string, index: number, own: Mac | null): Outcome => {
  const mac = normalizeMac(line.slice(0, line.indexOf(FIELD_SEPARATOR))) ?? own;
  return mac === null ? refuse(index, 'mac-mismatch', NAMELESS) : { index, mac, line };
};

const UNREADABLE: Readonly<Record<UnreadableValues['problem'], (name: string) => string>> = {
  'unknown-value': (name) =>
    `O medidor não mede '${name.slice(0, 40)}': confira o nome do valor e o tipo do medidor.`,
  'not-a-number': (name) => `O valor '${name}' não é um número.`,
  'nothing-measured': () => explainRefusal('no-values'),
};
const REASON_OF: Readonly<Record<UnreadableValues['problem'], RefusalReason>> = {
  'unknown-value': 'kind-mismatch',
  'not-a-number': 'bad-number',
  'nothing-measured': 'no-values',
};

const NO_READINGS = 'Envie ao menos uma leitura: linhas de texto ou uma lista em JSON.';
const SHAPE =
  'A leitura precisa de ts (data) e values (valores por nome): {"ts": 1764000000, "values": {"va": 220.5}}.';

/** Characters that would end a field or a line. */
const BREAKS = /[,\r\n]/;

const createValuesReader =
  (findBoard: FindBoard, own: Mac | null) =>
  (sent: unknown, index: number): Outcome => {
    const reading = z.safeParse(readingOfValues, sent);
    if (!reading.success) return refuse(index, 'bad-json', SHAPE);
    const { mac: named, values } = reading.data;
    const timestamp = String(reading.data.ts);
    const mac = named === undefined ? own : normalizeMac(named);
    if (mac === null) return refuse(index, 'mac-mismatch', NAMELESS);
    if (BREAKS.test(timestamp)) return refuse(index, 'bad-timestamp');
    const board = own === null || own === mac ? findBoard(mac) : undefined;
    // A record of an unknown or foreign board is rejected whatever its values.
    if (board === undefined) return { index, mac, line: [mac, timestamp].join(FIELD_SEPARATOR) };
    const line = lineOfValues(mac, board.kind, timestamp, values);
    if (typeof line === 'string') return { index, mac, line };
    return refuse(index, REASON_OF[line.problem], UNREADABLE[line.problem](line.name));
  };

const isLine = (outcome: Outcome): outcome is SentLine => 'line' in outcome;
const isRefused = (outcome: Outcome): outcome is RefusedReading => !isLine(outcome);

/**
 * Parses the body of a call: records as text, or readings by values. @param own - the board that authenticated the call; `null`:
 * a sender for many boards
 */
export const readSentReadings = (
  body: string | readonly unknown[] | { readonly readings?: unknown },
  findBoard: FindBoard,
  own: Mac | null,
): SentReadings => {
  const readValues = createValuesReader(findBoard, own);
  const outcomes =
    typeof body === 'string'
      ? linesOf(body).map((line, index) => readLine(line, index, own))
      : readingsOf(body).map(readValues);
  return { lines: outcomes.filter(isLine), refused: outcomes.filter(isRefused) };
};

/** The readings of a JSON body: a list, a list within `readings`, or a single one. */
const readingsOf = (body: readonly unknown[] | { readonly readings?: unknown }): readonly unknown[] => {
  const sent = 'readings' in body ? body.readings : body;
  if (Array.isArray(sent)) return sent;
  if (!('values' in body)) throw new InvalidInput(NO_READINGS);
  return [body];
};

const linesOf = (text: string): string[] => {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length === 0) throw new InvalidInput(NO_READINGS);
  if (lines.length > MAX_READINGS) throw new InvalidInput('Envie no máximo 5.000 leituras por chamada.');
  return lines;
};
