import { expect, it } from 'vitest';
import { claimLink, secretsText } from './new-secrets.tsx';

const [mac, code] = ['A4:CF:12:00:0B:01', 'AAAAA-AAAAA'];
const path = `/registerBoard?mac=${mac}&code=${code}`;

it('leads to the public address, or else to the address of the page', () => {
  expect(claimLink(`https://app.nascente.test${path}`)).toBe(`https://app.nascente.test${path}`);
  expect(claimLink(path)).toBe(`${window.location.origin}${path}`);
});

it('writes the available secrets of each board, without empty columns', () => {
  expect(secretsText([{ mac, key: 'f0' }])).toBe(`mac;key\r\n${mac};f0`);
  expect(secretsText([{ mac, code, link: path }])).toBe(
    `mac;code;link\r\n${mac};${code};${window.location.origin}${path}`,
  );
});
