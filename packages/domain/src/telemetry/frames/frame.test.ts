import { describe, expect, test } from 'vitest';
import type { Instant } from '../../base/time/zone.ts';
import type { Mac } from '../../sites/boards/mac.ts';
import {
  type BoardKind,
  blankFrame,
  type Frame,
  formatFrame,
  MAXIMUM_LINE_LENGTH,
  parseLine,
  parsePayload,
} from './frame.ts';
import { isRefusal, type RefusalReason } from './refusal.ts';

const MAC = 'A4:CF:12:00:0B:01' as Mac;
const AT = 1_795_176_000_000 as Instant;

const TRI = `${MAC},1795176000,-61,41.5,219.8,220.1,218.9,10.5,11.25,9,0.92,0.93,-0.5,2100.5,2200,-950.25,300,310,-20,5.8347,6.1111,-2.6396,0.8333,0.8611,-0.0556,1.9,2,2.1,12.5,13,14`;
const MONO = `${MAC},1795176000000,-70,38,127.3,4.2,0.98,523.9,-12.5,1.4553,-0.0347,1.8,9.9`;
const WATER = `${MAC},2026-11-20T09:00:00-03:00,-55,24.5,12.5,3.75`;

const framed = (kind: BoardKind, measured: Partial<Record<keyof Frame, number>>) => ({
  ...blankFrame(kind, AT),
  ...measured,
});

function reasonOf(line: string): RefusalReason | null {
  const outcome = parseLine(line, MAC);
  return isRefusal(outcome) ? outcome.refused : null;
}

/** A line with one field changed. */
function withField(line: string, index: number, text: string): string {
  return line
    .split(',')
    .map((field, position) => (position === index ? text : field))
    .join(',');
}

describe('a line of a board', () => {
  test('reads a three-phase line in the order of the wire', () => {
    expect(parseLine(TRI, MAC)).toEqual(
      framed('tri', {
        rssi: -61,
        t: 41.5,
        va: 219.8,
        vb: 220.1,
        vc: 218.9,
        ia: 10.5,
        ib: 11.25,
        ic: 9,
        pfa: 0.92,
        pfb: 0.93,
        pfc: -0.5,
        wa: 2100.5,
        wb: 2200,
        wc: -950.25,
        vara: 300,
        varb: 310,
        varc: -20,
        energyA: 5835,
        energyB: 6111,
        energyC: -2640,
        reactiveA: 833,
        reactiveB: 861,
        reactiveC: -56,
        vthda: 1.9,
        vthdb: 2,
        vthdc: 2.1,
        ithda: 12.5,
        ithdb: 13,
        ithdc: 14,
      }),
    );
  });

  test('reads a one-phase line into phase A', () => {
    expect(parseLine(MONO, MAC)).toEqual(
      framed('mono', {
        rssi: -70,
        t: 38,
        va: 127.3,
        ia: 4.2,
        pfa: 0.98,
        wa: 523.9,
        vara: -12.5,
        energyA: 1455,
        reactiveA: -35,
        vthda: 1.8,
        ithda: 9.9,
      }),
    );
  });

  test('reads the volume and flow of a water line', () => {
    expect(parseLine(WATER, MAC)).toEqual(
      framed('water', {
        rssi: -55,
        t: 24.5,
        volume: 12500,
        flow: 3.75,
      }),
    );
  });

  test('reads an empty field as null, not as zero', () => {
    expect(parseLine(`${MAC},1795176000,,,,`, MAC)).toEqual(blankFrame('water', AT));
    expect(parseLine(withField(TRI, 20, ''), MAC)).toMatchObject({
      energyA: 5835,
      energyB: null,
      energyC: -2640,
    });
  });

  test('does not carry a measurement into the next line', () => {
    parseLine(TRI, MAC);
    expect(parseLine(`${MAC},1795176000,,,,`, MAC)).toEqual(blankFrame('water', AT));
  });

  test('accepts any spelling of the MAC', () => {
    expect(parseLine(withField(WATER, 0, 'a4-cf-12-00-0b-01'), MAC)).toMatchObject({ kind: 'water', at: AT });
  });

  test('returns the same shape for all kinds', () => {
    const keys = [TRI, MONO, WATER].map((line) => Object.keys(parseLine(line, MAC)));
    expect(keys[1]).toEqual(keys[0]);
    expect(keys[2]).toEqual(keys[0]);
  });
});

describe('a line that is refused', () => {
  test.each<[string, string, RefusalReason]>([
    ['nothing', '', 'empty'],
    ['one field too few', TRI.slice(0, TRI.lastIndexOf(',')), 'field-count'],
    ['one field too many', `${TRI},1`, 'field-count'],
    ['words', 'olá mundo'.normalize('NFD').replace(/[^ -~]/g, ''), 'field-count'],
    ['commas only', ','.repeat(999), 'field-count'],
    ['another MAC', withField(TRI, 0, 'A4:CF:12:00:0B:02'), 'mac-mismatch'],
    ['no MAC', withField(TRI, 0, ''), 'mac-mismatch'],
    ['a MAC without separators', withField(WATER, 0, 'A4CF12000B01'), 'mac-mismatch'],
    ['17 characters that are no MAC', withField(WATER, 0, 'A4:CF:12:00:0B:zz'), 'mac-mismatch'],
    ['no timestamp', withField(TRI, 1, ''), 'bad-timestamp'],
    ['a date without zone', withField(TRI, 1, '2026-11-20T09:00:00'), 'bad-timestamp'],
    ['letters in a number', withField(TRI, 4, '21a9.8'), 'bad-number'],
    ['NaN', withField(TRI, 19, 'NaN'), 'bad-number'],
    ['Infinity', withField(MONO, 7, 'Infinity'), 'bad-number'],
    ['a space in a number', withField(WATER, 4, ' 12.5'), 'bad-number'],
    ['bytes of a binary', '\u0000\u0001\u0002', 'not-text'],
    ['accented letters', withField(TRI, 4, 'três'), 'not-text'],
    ['a tab', withField(TRI, 4, '\t219'), 'not-text'],
    ['a megabyte', 'x'.repeat(1_000_000), 'too-large'],
  ])('refuses the line: %s', (_, line, reason) => {
    expect(reasonOf(line)).toBe(reason);
  });

  test('stores a refused line, truncated to the maximum length', () => {
    const long = `${MAC},${'9'.repeat(5000)}`;
    expect(parseLine(long, MAC)).toEqual({ refused: 'too-large', line: long.slice(0, MAXIMUM_LINE_LENGTH) });
    expect(parseLine('1,2', MAC)).toEqual({ refused: 'field-count', line: '1,2' });
  });
});

describe('a payload of lines', () => {
  const kinds = (text: string) =>
    parsePayload(text, MAC).map((outcome) => (isRefusal(outcome) ? outcome.refused : outcome.kind));

  test.each([
    ['one line', WATER, ['water']],
    ['a line break at the end', `${WATER}\n`, ['water']],
    ['LF', `${TRI}\n${MONO}\n${WATER}`, ['tri', 'mono', 'water']],
    ['CRLF', `${TRI}\r\n${MONO}\r\n`, ['tri', 'mono']],
    ['blank lines', `\n\r\n${TRI}\n\n${MONO}\n\n`, ['tri', 'mono']],
    ['a bad line among good ones', `${TRI}\nabc\n${WATER}`, ['tri', 'field-count', 'water']],
    ['a carriage return alone', `${TRI}\r${MONO}`, ['not-text']],
    ['nothing', '', ['empty']],
    ['line breaks only', '\r\n\n', ['empty']],
  ])('reads a payload with %s', (_, text, expected) => {
    expect(kinds(text)).toEqual(expected);
  });

  test('reads ten thousand lines completely and in order', () => {
    const lines = Array.from({ length: 10_000 }, (_, index) =>
      withField(TRI, 1, String(1_795_000_000 + index)),
    );
    const frames = parsePayload(lines.join('\n'), MAC) as Frame[];
    expect(frames).toHaveLength(10_000);
    expect(frames.every((frame, index) => frame.at === (1_795_000_000 + index) * 1000)).toBe(true);
  });
});

describe('a written frame', () => {
  test.each([
    ['tri', TRI, 31],
    ['mono', MONO, 13],
    ['water', WATER, 6],
  ])('writes a frame of kind %s that is read back equal', (_, line, fields) => {
    const frame = parseLine(line, MAC) as Frame;
    const written = formatFrame(frame, MAC);
    expect(written.split(',')).toHaveLength(fields);
    expect(parseLine(written, MAC)).toEqual(frame);
  });

  test('writes an unmeasured field as empty', () => {
    expect(formatFrame(blankFrame('water', AT), MAC)).toBe(`${MAC},1795176000000,,,,`);
    expect(formatFrame({ ...blankFrame('water', AT), volume: 12500 as never }, MAC)).toBe(
      `${MAC},1795176000000,,,12.500,`,
    );
  });
});
