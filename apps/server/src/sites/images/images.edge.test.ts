import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { removeAccount } from '@nascente/contract/operations/own-data';
import { createEstablishment, updateEstablishment } from '@nascente/contract/sites/establishments';
import { uploadImage } from '@nascente/contract/sites/images';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aCompany } from '../../testing/seeds/a-company.ts';
import type { SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

const START = '2026-11-20T12:00:00Z';
let api: TestApi;
let ana: SeededPerson;

beforeAll(async () => {
  api = await createTestApi(START);
});

beforeEach(async () => {
  api.setClock(START);
  ana = await api.seed.person();
});

const drawing = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 20, g: 90, b: 160 } } });

interface Part {
  readonly field?: string;
  readonly name?: string;
  readonly type?: string;
}

const formOf = (
  bytes: Uint8Array | string,
  { field = 'image', name = 'conta.png', type = 'image/png' }: Part,
) => {
  const head = `--xyz\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`;
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=xyz' },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from('\r\n--xyz--\r\n')]),
  };
};
const upload = async (bytes: Uint8Array, part: Part = {}, person = ana) =>
  (await api.succeed(uploadImage, '/uploadImage', { token: person.token, ...formOf(bytes, part) })).image;
const refuse = (bytes: Uint8Array | string, part: Part = {}, person = ana) =>
  api.fail('POST', '/uploadImage', { token: person.token, ...formOf(bytes, part) });
const read = async (url: string, person = ana) =>
  api.raw('GET', url.replace('/api', ''), { token: person.token });

describe('an upload of an image', () => {
  it.each([
    ['png', 'image/png', 900, 600, 900, 600],
    ['jpeg', 'image/jpeg', 3_000, 4_000, 1_500, 2_000],
    ['webp', 'image/webp', 40, 20, 40, 20],
  ] as const)(
    're-encodes an upload of %s, which can then be read',
    async (format, type, width, height, ...size) => {
      const image = await upload(await drawing(width, height)[format]().toBuffer(), { type });
      expect([image.width, image.height]).toEqual(size);
      const picture = await read(image.url);
      expect(picture.statusCode).toBe(200);
      expect(picture.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'no-store' });
      const { format: stored, width: w, height: h } = await sharp(picture.rawPayload).metadata();
      expect([stored, w, h]).toEqual(['webp', ...size]);
    },
  );

  it('stores only the pixels of an upload, the right way up', async () => {
    const exif = { IFD0: { Copyright: 'quem fotografou' }, IFD3: { GPSLatitude: '8/1' } };
    const source = await drawing(200, 100).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const image = await upload(source);
    expect([image.width, image.height]).toEqual([100, 200]);
    const { rawPayload } = await read(image.url);
    const { exif: retained, xmp, icc } = await sharp(rawPayload).metadata();
    expect([retained, xmp, icc, rawPayload.includes('fotografou')]).toEqual([
      undefined,
      undefined,
      undefined,
      false,
    ]);
  });

  it('detects the type of an upload by its content, not by its name', async () => {
    const jpeg = await drawing(9, 9).jpeg().toBuffer();
    expect(await upload(jpeg, { name: 'conta.pdf', type: 'text/html' })).toMatchObject({ width: 9 });
  });

  it.each([
    ['an SVG that is called PNG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a PDF', '%PDF-1.7'],
    ['a page', '<!doctype html>'],
    ['a GIF', 'GIF89a\u0001'],
    ['a PNG of nothing but its signature', Buffer.from('89504e470d0a1a0a', 'hex')],
    ['nothing', ''],
  ])('refuses %s as an upload', async (_, bytes) => {
    expect(await refuse(bytes)).toMatchObject({
      status: 415,
      type: 'req-error',
      msg: 'Envie uma imagem PNG, JPEG ou WebP.',
    });
  });

  it('refuses half a picture as an upload', async () => {
    const raw = { width: 100, height: 100, channels: 3 } as const;
    const noise = await sharp(Buffer.alloc(30_000, 'ruído'), { raw }).png().toBuffer();
    expect(await refuse(noise.subarray(0, noise.length / 2))).toMatchObject({ status: 415 });
  });

  it('refuses an upload larger than 5 MB, by a little or by far', async () => {
    for (const size of [5 * 1024 * 1024 + 1, 6 * 1024 * 1024])
      expect(await refuse(Buffer.alloc(size, 1))).toMatchObject({
        status: 413,
        type: 'req-error',
        msg: 'A imagem deve ter no máximo 5 MB.',
      });
  });

  it('reports the limit also to a client that sends a far larger upload slowly', async () => {
    await api.fastify.listen({ host: '127.0.0.1', port: 0 });
    const { port } = api.fastify.server.address() as AddressInfo;
    const { headers, payload } = formOf(Buffer.alloc(12 * 1024 * 1024, 1), {});
    const sent = request({
      host: '127.0.0.1',
      port,
      method: 'POST',
      path: '/api/uploadImage',
      headers: { ...headers, 'access-token': ana.token, 'content-length': payload.length },
    });
    const answered = once(sent, 'response');
    for (let at = 0; at < payload.length; at += 1024 * 1024) {
      sent.write(payload.subarray(at, at + 1024 * 1024));
      await new Promise((resolve) => setImmediate(resolve));
    }
    sent.end();
    const [answer] = (await answered) as [IncomingMessage];
    expect(answer.statusCode).toBe(413);
    expect(JSON.parse(await text(answer)).msg).toBe('A imagem deve ter no máximo 5 MB.');
  });

  it('refuses an upload in another field, as JSON, without a form, or cut short, with a message', async () => {
    const png = await drawing(9, 9).png().toBuffer();
    expect(await refuse(png, { field: 'picture' })).toMatchObject({
      status: 400,
      errors: [{ path: 'image', msg: 'Envie uma imagem PNG, JPEG ou WebP.' }],
    });
    const { token } = ana;
    const asJson = await api.fail('POST', '/uploadImage', { token, payload: { image: 'x' } });
    expect(asJson).toMatchObject({ status: 415, msg: 'Envie uma imagem PNG, JPEG ou WebP.' });
    expect(await api.fail('POST', '/uploadImage', { token })).toMatchObject({ status: 415 });
    const form = formOf(png, {});
    const broken = { ...form, payload: form.payload.subarray(0, 60) };
    expect(await api.fail('POST', '/uploadImage', { token, ...broken })).toMatchObject({
      status: 400,
      msg: 'Requisição inválida: envie um formulário bem formado.',
    });
  });

  it('refuses uploads by read-only and unauthenticated clients, and refuses forms on other calls', async () => {
    const manager = await api.seed.person({ profile: 'Manager' });
    const client = await api.seed.person({ profile: 'client', manager_id: manager.id });
    const png = await drawing(9, 9).png().toBuffer();
    expect(await refuse(png, {}, client)).toMatchObject({ status: 403 });
    expect(await api.fail('POST', '/uploadImage', formOf(png, {}))).toMatchObject({ status: 401 });
    const elsewhere = await api.fail('POST', '/location', { token: ana.token, ...formOf(png, {}) });
    expect(elsewhere).toMatchObject({ status: 415 });
  });

  it('allows forty uploads a day', async () => {
    const png = await drawing(9, 9).png().toBuffer();
    for (let times = 0; times < 40; times += 1) await upload(png);
    expect(await refuse(png)).toMatchObject({ status: 429, type: 'limit' });
  });
});

describe('access to images', () => {
  const createWith = async (image: string, person = ana) =>
    (
      await api.succeed(createEstablishment, '/establishment', {
        token: person.token,
        payload: aCompany({ bill: { tariff: 'B', image } }),
      })
    ).establishment;

  it('an establishment can use only an image that its author uploaded', async () => {
    const image = await api.seed.image(ana);
    const made = await createWith(image);
    expect(made.bill.image).toBe(image);
    const rui = await api.seed.person();
    for (const id of [image, 'x', '01a00000-0000-7000-8000-000000000000']) {
      const refused = await api.fail('POST', '/establishment', {
        token: rui.token,
        payload: aCompany({ bill: { tariff: 'B', image: id } }),
      });
      const msg = 'Imagem não encontrada. Envie a imagem da fatura novamente.';
      expect(refused).toMatchObject({ status: 400, errors: [{ path: 'bill.image', msg }] });
    }
  });

  it('owner, Manager and Admin see the image of a bill; client users and customers do not', async () => {
    const manager = await api.seed.person({ profile: 'Manager' });
    const client = await api.seed.person({ profile: 'client', manager_id: manager.id });
    const admin = await api.seed.person({ profile: 'Admin' });
    const establishment = await api.seed.establishment(client);
    const meter = await api.seed.meter(establishment);
    await api.seed.give(client, meter);
    const image = await api.seed.image(admin);
    const url = `/image/${image}`;
    expect((await read(url, manager)).statusCode).toBe(404);
    await api.succeed(updateEstablishment, `/establishment/${establishment}`, {
      token: admin.token,
      payload: { bill: { image } },
    });
    for (const person of [admin, manager]) expect((await read(url, person)).statusCode).toBe(200);
    for (const person of [client, ana]) expect((await read(url, person)).statusCode).toBe(404);
    const retained = { token: manager.token, payload: { bill: { image, name: 'Rui' } } };
    const changed = await api.succeed(updateEstablishment, `/establishment/${establishment}`, retained);
    expect(changed.establishment.bill).toMatchObject({ image, name: 'Rui' });
  });
});

describe('an unused image', () => {
  const exists = async (id: string) =>
    (await api.database.pool.query('select from image where id = $1', [id])).rowCount === 1;

  it('removes an unused image a day after its upload, and leaves an image in use', async () => {
    const [unused, used] = [await api.seed.image(ana), await api.seed.image(ana)];
    const establishment = await api.seed.establishment(ana, { bill_image_id: used });
    api.setClock('2026-11-21T11:59:59Z');
    await api.removeUnusedImages();
    expect([await exists(unused), await exists(used)]).toEqual([true, true]);
    api.setClock('2026-11-21T12:00:01Z');
    await api.removeUnusedImages();
    expect([await exists(unused), await exists(used)]).toEqual([false, true]);
    await api.database.pool.query('update establishment set bill_image_id = null where id = $1', [
      establishment,
    ]);
    await api.removeUnusedImages();
    expect(await exists(used)).toBe(false);
  });

  it('removes images and bills with the account, and leaves the images of other establishments', async () => {
    const PASSWORD = 'Nascente#2026';
    const password_hash = await api.session.passwords.hash(PASSWORD);
    const admin = await api.seed.person({ profile: 'Admin', password_hash });
    await api.seed.person({ profile: 'Admin' });
    const [unused, own, others] = [
      await api.seed.image(admin),
      await api.seed.image(ana),
      await api.seed.image(admin),
    ];
    await api.seed.establishment(admin, { bill_image_id: own });
    await api.seed.establishment(ana, { bill_image_id: others });
    await api.startJobs();
    await api.succeed(removeAccount, '/user', { token: admin.token, payload: { password: PASSWORD } });
    expect([await exists(unused), await exists(own), await exists(others)]).toEqual([false, false, true]);
    expect((await read(`/image/${others}`)).statusCode).toBe(200);
  });
});
