import { readFileSync } from 'node:fs';
import { normalizeMac } from '@nascente/domain/sites/boards/mac';
import { parseLine } from '@nascente/domain/telemetry/frames/frame';
import { parseBoardTopic } from '@nascente/domain/telemetry/frames/topic';
import { expect, test } from 'vitest';
import { markdownTable } from './command-line.ts';

const between = (mark: string, document: string): string => {
  const text = readFileSync(new URL(`../../../${document}`, import.meta.url), 'utf8');
  const [, rest = ''] = text.split(`<!-- ${mark} -->`);
  return (rest.split(`<!-- /${mark} -->`)[0] ?? '').trim();
};

test('documents every variable of the configuration in docs/configure.md', () => {
  expect(between('configuration', 'docs/configure.md')).toBe(markdownTable().trim());
});

test('publishes a valid record on its own topic in the README', () => {
  const [, topic = ''] = / -t (\S+)/.exec(between('publish', 'README.md')) ?? [];
  const [, line = ''] = / -m "([^"]+)"/.exec(between('publish', 'README.md')) ?? [];
  const mac = normalizeMac('A4:CF:12:00:0B:01');
  expect(parseBoardTopic(topic)).toBe(mac);
  if (mac === null) throw new Error('not a MAC');
  expect(parseLine(line.replace('$(date +%s)', '1795143600'), mac)).toMatchObject({
    kind: 'tri',
    wa: 2567.5,
  });
});
