import { expect, test } from 'vitest';
import { deviceName } from './device.ts';

const MOZILLA = 'Mozilla/5.0';
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`${MOZILLA} (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0`, 'Firefox no Linux'],
  [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0 Safari/537.36`, 'Chrome no Windows'],
  [`${MOZILLA} (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/142.0 Safari/537.36`, 'Chrome no Linux'],
  [
    `${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0 Safari/537.36 Edg/142.0`,
    'Edge no Windows',
  ],
  [
    `${MOZILLA} (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${WEBKIT} Version/19.0 Safari/604.1`,
    'Safari no iPhone',
  ],
  [`${MOZILLA} (Linux; Android 16) ${WEBKIT} Chrome/142.0 Mobile Safari/537.36`, 'Chrome no Android'],
  ['curl/8.17.0', 'curl'],
  ['python-requests/2.32', 'python-requests'],
  ['', 'Dispositivo desconhecido'],
  ['<script>alert(1)</script>', 'Dispositivo desconhecido'],
])('names the device %s as %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
