import { readFileSync } from 'node:fs';
import { normalizeMac } from '@nascente/domain/sites/boards/mac';
import { parseLine } from '@nascente/domain/telemetry/frames/frame';
import { parseBoardTopic } from '@nascente/domain/telemetry/frames/topic';
import { expect, test } from 'vitest';
import { markdownTable } from './command-line.ts';

const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');

const between = (mark: string): string => {
  const [, rest = ''] = readme.split(`<!-- ${mark} -->`);
  return (rest.split(`<!-- /${mark} -->`)[0] ?? '').trim();
};

test("the README's configuration table is the one that the server reads by", () => {
  expect(between('configuration')).toBe(markdownTable().trim());
});

test('the line that the README publishes is one that a board may send, on its own topic', () => {
  const [, topic = ''] = / -t (\S+)/.exec(between('publish')) ?? [];
  const [, line = ''] = / -m "([^"]+)"/.exec(between('publish')) ?? [];
  const mac = normalizeMac('A4:CF:12:00:0B:01');
  expect(parseBoardTopic(topic)).toBe(mac);
  if (mac === null) throw new Error('not a MAC');
  expect(parseLine(line.replace('$(date +%s)', '1795143600'), mac)).toMatchObject({
    kind: 'tri',
    wa: 2567.5,
  });
});
